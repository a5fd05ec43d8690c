// SPDX-License-Identifier: Apache-2.0
import { imageClonerRole, userClusterAccounts } from '@strata/contracts/accounts';
import type { Right } from '@strata/contracts/accounts';
import { make, read } from './verbs.ts';

const rbac = 'rbac.authorization.k8s.io';

/**
 * Rights of the account `user-clusters`, only in the namespace of the accounts of user clusters.
 * Whoever holds it can become the account of any user cluster, but gains no right beyond those.
 */
export const accountMakerRights: readonly Right[] = [
  {
    group: '',
    resources: ['serviceaccounts', 'secrets'],
    verbs: make,
    need: 'an account for each user cluster, and its token',
  },
];

/** Rights of the account of one user cluster in the namespace of that cluster. */
export const insideRights: readonly Right[] = [
  {
    group: '',
    resources: ['configmaps', 'secrets', 'serviceaccounts'],
    verbs: make,
    need: 'user data of VMs; settings, kubeconfigs and accounts of the controllers',
  },
  {
    group: '',
    resources: ['limitranges', 'resourcequotas'],
    verbs: make,
    need: 'limits of the cluster',
  },
  {
    group: '',
    resources: ['services'],
    verbs: make,
    need: "the cluster's API, SSH, what Prometheus measures",
  },
  {
    group: '',
    resources: ['persistentvolumeclaims'],
    verbs: make,
    need: 'disks of deleted VMs; volumes with backups; the CSI controller gets and patches claims',
  },
  {
    group: '',
    resources: ['pods', 'events', 'endpoints'],
    verbs: read,
    need: 'why a machine or a controller is not ready, whether a Service has endpoints',
  },
  { group: 'apps', resources: ['deployments'], verbs: make, need: 'controllers, and the bastion' },
  { group: 'batch', resources: ['cronjobs'], verbs: make, need: 'backups of etcd and of volumes' },
  { group: 'apps', resources: ['replicasets'], verbs: read, need: 'whether a Deployment is ready' },
  {
    group: 'policy',
    resources: ['poddisruptionbudgets'],
    verbs: make,
    need: 'how many machines may be drained at once',
  },
  {
    group: 'networking.k8s.io',
    resources: ['networkpolicies'],
    verbs: make,
    need: 'isolation of the cluster',
  },
  { group: rbac, resources: ['roles', 'rolebindings'], verbs: make, need: 'rights of controllers' },
  {
    group: 'k8s.cni.cncf.io',
    resources: ['network-attachment-definitions'],
    verbs: make,
    need: 'VLANs of the cluster',
  },
  {
    group: 'kubevirt.io',
    resources: ['virtualmachines'],
    verbs: make,
    need: 'VMs of the control plane; running versions; deletion of VMs that a rollout replaces; the CSI controller gets and lists them',
  },
  {
    group: 'kubevirt.io',
    resources: ['virtualmachineinstances'],
    verbs: read,
    need: 'whether a machine is ready; both controllers get and list them',
  },
  {
    group: 'pool.kubevirt.io',
    resources: ['virtualmachinepools'],
    verbs: make,
    need: 'pools of workers, and their size during a rollout',
  },
  {
    group: 'cdi.kubevirt.io',
    resources: ['datavolumes'],
    verbs: make,
    need: "etcd's disks, disks of deleted VMs; the CSI controller creates DataVolumes",
  },
  {
    group: 'discovery.k8s.io',
    resources: ['endpointslices'],
    verbs: [...read, 'create', 'update', 'delete'],
    need: 'whether a Service has endpoints; given to the cloud controller',
  },
  {
    group: 'snapshot.storage.k8s.io',
    resources: ['volumesnapshots'],
    verbs: ['get', 'list', 'create', 'delete'],
    need: 'whether a cluster has snapshots; given to the CSI controller and to the backup of volumes: an account cannot give a right that it does not have',
  },
  {
    group: 'subresources.kubevirt.io',
    resources: [
      'virtualmachines/addvolume',
      'virtualmachines/removevolume',
      'virtualmachineinstances/removevolume',
    ],
    verbs: ['update'],
    need: 'given to the CSI controller',
  },
];

/**
 * The most that the ClusterRoles of a user cluster's controllers may grant. The account of the
 * cluster itself may do more outside of its namespace, because the policy of
 * {@link file://./account-fence.ts} checks its writes by its name. The policy does not check other
 * accounts that it creates, so it must not give them more.
 */
export const rightsOfControllersInCluster = {
  group: '',
  resources: ['nodes', 'persistentvolumes'],
  verbs: ['get'],
  need: 'given to the cloud controller (zones) and the CSI controller (volumes that grew)',
} as const satisfies Right;

/**
 * Rights of the account of a user cluster outside of its namespace. The admission policy of
 * {@link file://./account-fence.ts} compares every such write with the name of the account, so the
 * account can only write objects of its own cluster.
 */
export const outsideRights: readonly Right[] = [
  {
    group: '',
    resources: ['namespaces'],
    verbs: make,
    need: 'the namespace of the cluster',
  },
  {
    group: rbac,
    resources: ['rolebindings'],
    verbs: make,
    need: 'its own rights in its namespace; the right to copy golden images',
  },
  {
    group: rbac,
    resources: ['clusterroles', 'clusterrolebindings'],
    verbs: make,
    need: 'rights of controllers on objects that are in no namespace',
  },
  {
    group: 'monitoring.coreos.com',
    resources: ['servicemonitors', 'prometheusrules'],
    verbs: make,
    need: 'in the namespace of the monitoring: metrics of its VMs, ends of its credentials, when backups are late',
  },
  {
    group: rbac,
    resources: ['clusterroles'],
    verbs: ['bind'],
    names: [userClusterAccounts.role],
    need: 'to give itself its rights in its namespace',
  },
  {
    group: rbac,
    resources: ['roles'],
    verbs: ['bind'],
    names: [imageClonerRole],
    need: 'to let its machines copy golden images',
  },
  rightsOfControllersInCluster,
];
