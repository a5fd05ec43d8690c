// SPDX-License-Identifier: Apache-2.0
import type { types } from '@pulumi/kubernetes';

type Rule = types.input.rbac.v1.PolicyRule & {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
};

const read = ['get', 'list', 'watch'];
const write = [...read, 'create', 'update', 'patch', 'delete'];
const all = ['*'];

const rule = (apiGroups: string[], resources: string[], verbs: string[]): Rule => ({
  apiGroups,
  resources,
  verbs,
});

/** Who a kubeconfig is for. */
export type AccessName = 'platform' | 'user-clusters';

/**
 * The stacks of the platform install operators and their roles, which takes `escalate` and `bind`:
 * whoever may give any right can take any. The account is no wall, it is an identity of its own:
 * it shows in the audit log and ends with its Secret, which the admin's certificate does not.
 */
const platform: readonly Rule[] = [
  rule(['apiextensions.k8s.io'], ['customresourcedefinitions'], write),
  rule(
    ['rbac.authorization.k8s.io'],
    ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'],
    [...write, 'escalate', 'bind'],
  ),
  rule(
    [''],
    [
      'namespaces',
      'services',
      'configmaps',
      'secrets',
      'serviceaccounts',
      'persistentvolumeclaims',
    ],
    write,
  ),
  rule([''], ['pods', 'pods/log', 'events', 'endpoints', 'persistentvolumes'], read),
  rule([''], ['nodes'], [...read, 'patch', 'update']),
  rule(['apps'], ['deployments', 'daemonsets', 'statefulsets'], write),
  rule(['apps'], ['replicasets', 'controllerrevisions'], read),
  rule(['batch'], ['jobs', 'cronjobs'], write),
  rule(['policy'], ['poddisruptionbudgets'], write),
  rule(['networking.k8s.io'], ['networkpolicies'], write),
  rule(['networking.k8s.io'], ['servicecidrs'], read),
  rule(['discovery.k8s.io'], ['endpointslices'], read),
  rule(
    ['admissionregistration.k8s.io'],
    [
      'validatingwebhookconfigurations',
      'mutatingwebhookconfigurations',
      'validatingadmissionpolicies',
      'validatingadmissionpolicybindings',
    ],
    write,
  ),
  rule(['apiregistration.k8s.io'], ['apiservices'], write),
  rule(['scheduling.k8s.io'], ['priorityclasses'], write),
  rule(['storage.k8s.io'], ['storageclasses'], write),
  rule(
    [
      'kubevirt.io',
      'subresources.kubevirt.io',
      'instancetype.kubevirt.io',
      'cdi.kubevirt.io',
      'k8s.cni.cncf.io',
      'metallb.io',
      'monitoring.coreos.com',
      'snapshot.storage.k8s.io',
      'whereabouts.cni.cncf.io',
      'nfd.k8s-sigs.io',
      'nvidia.com',
      'sriovnetwork.openshift.io',
    ],
    all,
    all,
  ),
];

/**
 * What a user cluster consists of, in any namespace, as its namespace is made with it. It may give
 * its controllers what it has itself, and nothing of the platform's or of the hosts'.
 */
const userClusters: readonly Rule[] = [
  rule([''], ['namespaces'], write),
  rule(
    [''],
    [
      'configmaps',
      'limitranges',
      'persistentvolumeclaims',
      'resourcequotas',
      'secrets',
      'serviceaccounts',
      'services',
      'endpoints',
    ],
    write,
  ),
  rule([''], ['pods', 'pods/log', 'events', 'nodes', 'persistentvolumes'], read),
  rule(['apps'], ['deployments', 'daemonsets', 'statefulsets'], write),
  rule(['apps'], ['replicasets', 'controllerrevisions'], read),
  rule(['discovery.k8s.io'], ['endpointslices'], write),
  rule(['coordination.k8s.io'], ['leases'], write),
  rule(['policy'], ['poddisruptionbudgets'], write),
  rule(['networking.k8s.io'], ['networkpolicies'], write),
  rule(['networking.k8s.io'], ['servicecidrs'], read),
  rule(
    ['rbac.authorization.k8s.io'],
    ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'],
    write,
  ),
  rule(['storage.k8s.io'], ['storageclasses', 'csidrivers'], read),
  rule(['apiextensions.k8s.io'], ['customresourcedefinitions'], read),
  rule(['k8s.cni.cncf.io'], ['network-attachment-definitions'], write),
  rule(['metallb.io'], all, read),
  rule(['snapshot.storage.k8s.io'], ['volumesnapshots'], write),
  rule(['snapshot.storage.k8s.io'], ['volumesnapshotclasses', 'volumesnapshotcontents'], read),
  rule(['kubevirt.io', 'pool.kubevirt.io', 'instancetype.kubevirt.io'], all, write),
  rule(['subresources.kubevirt.io'], all, [...read, 'update']),
  rule(['cdi.kubevirt.io'], ['datavolumes'], write),
  // With it comes the right to copy golden images, which every cluster's role is given.
  rule(['cdi.kubevirt.io'], ['datavolumes/source'], ['create']),
  rule(['cdi.kubevirt.io'], all, read),
  rule(['monitoring.coreos.com'], all, write),
];

/** The rights behind each kubeconfig. */
export const accessRights: Readonly<Record<AccessName, readonly Rule[]>> = {
  platform,
  'user-clusters': userClusters,
};
