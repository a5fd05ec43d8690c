// SPDX-License-Identifier: Apache-2.0
import type { Right } from '@strata/contracts/accounts';
import { make, read } from './verbs.ts';

const right = (
  group: string,
  resources: readonly string[],
  verbs: readonly string[],
  need: string,
): Right => ({ group, resources, verbs, need });

const rbac = 'rbac.authorization.k8s.io';

/** Rights on the kinds of objects that operators consist of. */
const operators: readonly Right[] = [
  right(
    'apiextensions.k8s.io',
    ['customresourcedefinitions'],
    make,
    'the kinds that operators define',
  ),
  right(
    rbac,
    ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'],
    [...make, 'escalate', 'bind'],
    'rights of operators that the account itself does not have',
  ),
  right(
    '',
    ['namespaces', 'services', 'configmaps', 'secrets', 'serviceaccounts', 'limitranges'],
    make,
    'namespaces of the platform, and the objects that configure operators in them',
  ),
  right(
    '',
    ['pods', 'events', 'endpoints', 'persistentvolumeclaims', 'nodes'],
    read,
    'why a Deployment is not ready; hosts and their devices, before anything is planned',
  ),
  right('apps', ['deployments', 'daemonsets'], make, 'the programs of operators'),
  right(
    'apps',
    ['replicasets', 'controllerrevisions', 'statefulsets'],
    read,
    'whether a Deployment, a DaemonSet or Prometheus is ready; which VMs were made with a size',
  ),
  right('policy', ['poddisruptionbudgets'], make, 'budgets of operators'),
  right('networking.k8s.io', ['networkpolicies'], make, 'isolation of the platform'),
  right(
    'networking.k8s.io',
    ['servicecidrs'],
    read,
    'addresses of Services, to check pools against',
  ),
  right('discovery.k8s.io', ['endpointslices'], read, 'whether a Service has endpoints'),
  right(
    'admissionregistration.k8s.io',
    [
      'validatingwebhookconfigurations',
      'validatingadmissionpolicies',
      'validatingadmissionpolicybindings',
    ],
    make,
    'webhooks of operators, and the policy on Services and networks of user clusters',
  ),
  right('scheduling.k8s.io', ['priorityclasses'], make, "KubeVirt's priority class"),
  right('storage.k8s.io', ['storageclasses'], make, 'classes of disks'),
];

/** Rights on the objects that configure the operators of a release. */
const platformObjects: readonly Right[] = [
  right('kubevirt.io', ['kubevirts'], make, "KubeVirt's configuration"),
  right(
    'instancetype.kubevirt.io',
    ['virtualmachineclusterinstancetypes', 'virtualmachineclusterpreferences'],
    make,
    'sizes of VMs',
  ),
  right(
    'cdi.kubevirt.io',
    ['cdis', 'dataimportcrons', 'datasources', 'datavolumes', 'storageprofiles'],
    make,
    "CDI's configuration, and golden images",
  ),
  right('k8s.cni.cncf.io', ['network-attachment-definitions'], make, 'networks of VMs'),
  right(
    'metallb.io',
    ['ipaddresspools', 'l2advertisements', 'bgpadvertisements', 'bgppeers', 'bfdprofiles'],
    make,
    'pools of addresses, and how they are announced',
  ),
  right(
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
    'monitoring and its alerts',
  ),
  right('snapshot.storage.k8s.io', ['volumesnapshotclasses'], make, 'classes of snapshots'),
];

/** Rights on the objects that configure the optional operators. */
const addonObjects: readonly Right[] = [
  right('nvidia.com', ['clusterpolicies'], make, 'the GPU operator'),
  right(
    'sriovnetwork.openshift.io',
    ['sriovoperatorconfigs', 'sriovnetworknodepolicies'],
    make,
    'the SR-IOV operator',
  ),
];

/** Rights to read what a destroy would delete: a destroy checks that first. */
const losses: readonly Right[] = [
  right(
    'kubevirt.io',
    ['virtualmachines', 'virtualmachineinstances'],
    read,
    'VMs that a destroy would stop',
  ),
  right('pool.kubevirt.io', ['virtualmachinepools'], read, 'pools that a destroy would delete'),
];

/** Rights to read what `npx strata fleet --live` shows and no stack needs. */
const shown: readonly Right[] = [
  right('batch', ['cronjobs'], read, 'when user clusters were last backed up, for the fleet page'),
];

/**
 * Rights of the account of the platform's stacks. They install operators and their roles, which
 * takes `escalate` and `bind`, and an account that may grant any right can also grant it to itself.
 * So this account is no security boundary. It is a separate identity: the audit log shows it, and it
 * can be revoked by deleting its Secret, which is impossible for the administrator's certificate.
 */
export const platformRights: readonly Right[] = [
  ...operators,
  ...platformObjects,
  ...addonObjects,
  ...losses,
  ...shown,
];
