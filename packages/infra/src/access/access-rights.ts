// SPDX-License-Identifier: Apache-2.0
import type { types } from '@pulumi/kubernetes';

/** One rule: every verb for every resource, in groups that have them. */
export type Rule = types.input.rbac.v1.PolicyRule & {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
};

/** Pulumi looks, and waits for what it has made. */
const read = ['get', 'list', 'watch'] as const;
/**
 * Pulumi changes by server-side apply; of an object that others have changed before, it first makes
 * their fields its own, by an update.
 */
const make = [...read, 'create', 'patch', 'update', 'delete'] as const;

const rule = (group: string, resources: string[], verbs: readonly string[]): Rule => ({
  apiGroups: [group],
  resources,
  verbs: [...verbs],
});

/** Who a kubeconfig is for. */
export type AccessName = 'platform' | 'user-clusters';

/**
 * The stacks of the platform install operators and their roles, which takes `escalate` and `bind`:
 * whoever may give any right can take any. The account is no wall, it is an identity of its own:
 * it shows in the audit log and ends with its Secret, which the admin's certificate does not.
 */
const platform: readonly Rule[] = [
  rule('apiextensions.k8s.io', ['customresourcedefinitions'], make),
  rule(
    'rbac.authorization.k8s.io',
    ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'],
    [...make, 'escalate', 'bind'],
  ),
  rule(
    '',
    ['namespaces', 'services', 'configmaps', 'secrets', 'serviceaccounts', 'limitranges'],
    make,
  ),
  rule('', ['pods', 'events', 'endpoints', 'persistentvolumeclaims', 'nodes'], read),
  rule('apps', ['deployments', 'daemonsets'], make),
  rule('apps', ['replicasets', 'controllerrevisions', 'statefulsets'], read),
  rule('policy', ['poddisruptionbudgets'], make),
  rule('networking.k8s.io', ['networkpolicies'], make),
  rule('networking.k8s.io', ['servicecidrs'], read),
  rule('discovery.k8s.io', ['endpointslices'], read),
  rule(
    'admissionregistration.k8s.io',
    [
      'validatingwebhookconfigurations',
      'validatingadmissionpolicies',
      'validatingadmissionpolicybindings',
    ],
    make,
  ),
  rule('scheduling.k8s.io', ['priorityclasses'], make),
  rule('storage.k8s.io', ['storageclasses'], make),
  // What the release's operators are told.
  rule('kubevirt.io', ['kubevirts'], make),
  rule(
    'instancetype.kubevirt.io',
    ['virtualmachineclusterinstancetypes', 'virtualmachineclusterpreferences'],
    make,
  ),
  rule(
    'cdi.kubevirt.io',
    ['cdis', 'dataimportcrons', 'datasources', 'datavolumes', 'storageprofiles'],
    make,
  ),
  rule('k8s.cni.cncf.io', ['network-attachment-definitions'], make),
  rule(
    'metallb.io',
    ['ipaddresspools', 'l2advertisements', 'bgpadvertisements', 'bgppeers', 'bfdprofiles'],
    make,
  ),
  rule(
    'monitoring.coreos.com',
    [
      'alertmanagers',
      'prometheuses',
      'prometheusrules',
      'podmonitors',
      'probes',
      'servicemonitors',
    ],
    make,
  ),
  rule('snapshot.storage.k8s.io', ['volumesnapshotclasses'], make),
  // What the optional operators are told.
  rule('nvidia.com', ['clusterpolicies'], make),
  rule('sriovnetwork.openshift.io', ['sriovoperatorconfigs', 'sriovnetworknodepolicies'], make),
  // A destroy asks first what would be lost.
  rule('kubevirt.io', ['virtualmachines', 'virtualmachineinstances'], read),
  rule('pool.kubevirt.io', ['virtualmachinepools'], read),
];

/**
 * What a user cluster consists of, in any namespace, as its namespace is made with it. It may give
 * its controllers what it has itself, and nothing of the platform's or of the hosts'.
 */
const userClusters: readonly Rule[] = [
  rule(
    '',
    [
      'namespaces',
      'configmaps',
      'limitranges',
      'persistentvolumeclaims',
      'resourcequotas',
      'secrets',
      'serviceaccounts',
      'services',
    ],
    make,
  ),
  rule('', ['pods', 'events', 'endpoints', 'nodes', 'persistentvolumes'], read),
  rule('apps', ['deployments', 'daemonsets'], make),
  rule('apps', ['replicasets', 'controllerrevisions'], read),
  rule('policy', ['poddisruptionbudgets'], make),
  rule('networking.k8s.io', ['networkpolicies'], make),
  rule(
    'rbac.authorization.k8s.io',
    ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'],
    make,
  ),
  rule('k8s.cni.cncf.io', ['network-attachment-definitions'], make),
  rule('kubevirt.io', ['virtualmachines', 'virtualmachineinstances'], make),
  rule('pool.kubevirt.io', ['virtualmachinepools'], make),
  rule('cdi.kubevirt.io', ['datavolumes'], make),
  rule('monitoring.coreos.com', ['servicemonitors', 'podmonitors', 'prometheusrules'], make),
  // Nobody gives a right that he has not: from here on it is what the cluster's controllers get.
  rule('discovery.k8s.io', ['endpointslices'], [...read, 'create', 'update', 'delete']),
  rule('snapshot.storage.k8s.io', ['volumesnapshots'], ['get', 'list', 'create', 'delete']),
  rule(
    'subresources.kubevirt.io',
    [
      'virtualmachines/addvolume',
      'virtualmachines/removevolume',
      'virtualmachineinstances/removevolume',
    ],
    ['update'],
  ),
  // The right to copy golden images, which every cluster's role is given.
  rule('cdi.kubevirt.io', ['datavolumes/source'], ['create']),
];

/** The rights behind each kubeconfig. */
export const accessRights: Readonly<Record<AccessName, readonly Rule[]>> = {
  platform,
  'user-clusters': userClusters,
};
