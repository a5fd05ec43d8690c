// SPDX-License-Identifier: Apache-2.0
import type { Right } from '@strata/contracts/accounts';

const events: Right = {
  group: '',
  resources: ['events'],
  verbs: ['create', 'patch', 'update'],
  need: 'to say what went wrong, where the owner of the object sees it',
};

/** Rights of the CSI driver on each node. */
export const storageNodeRights: readonly Right[] = [
  {
    group: '',
    resources: ['nodes'],
    verbs: ['get'],
    need: 'to find the machine that it is on; a rule cannot say "its own node"',
  },
];

/** Features of a cluster that decide which rights it needs. */
export interface TenantFeatures {
  readonly loadBalancers: boolean;
  readonly selectorless: boolean;
  readonly expansion: boolean;
  readonly snapshots: boolean;
}

/**
 * Returns what the cloud controller may do in the user cluster: the rights of the three controllers of
 * kube-controller-manager whose work it does. Upstream lets it do everything to nodes and to all leases.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/plugin/pkg/auth/authorizer/rbac/bootstrappolicy/controller_policy.go
 * @see https://github.com/kubernetes/cloud-provider/tree/v0.35.4/controllers
 */
export function cloudTenantRights(features: TenantFeatures): readonly Right[] {
  return [
    {
      group: '',
      resources: ['nodes'],
      verbs: ['get', 'list', 'watch', 'patch', 'update', 'delete'],
      need: 'to name their machines and where those are, and to remove those whose machine is gone',
    },
    { group: '', resources: ['nodes/status'], verbs: ['patch'], need: 'addresses of nodes' },
    ...(features.loadBalancers
      ? [
          {
            group: '',
            resources: ['services'],
            verbs: ['get', 'list', 'watch'],
            need: 'to see which Services want a load balancer',
          },
          {
            group: '',
            resources: ['services/status'],
            verbs: ['patch'],
            need: 'the address of a load balancer, and the finalizer that keeps it until it is gone',
          },
        ]
      : []),
    ...(features.loadBalancers && features.selectorless
      ? [
          {
            group: 'discovery.k8s.io',
            resources: ['endpointslices'],
            verbs: ['get', 'list', 'watch'],
            need: 'on which machines the pods of a Service are',
          },
        ]
      : []),
    events,
  ];
}

/**
 * Rights of its leader election, in `kube-system`. `create` has a rule without a name: a name that does
 * not exist yet cannot be in a rule.
 */
export const cloudLeaseRights: readonly Right[] = [
  {
    group: 'coordination.k8s.io',
    resources: ['leases'],
    verbs: ['create'],
    need: 'the first time',
  },
  {
    group: 'coordination.k8s.io',
    resources: ['leases'],
    verbs: ['get', 'update'],
    names: ['cloud-controller-manager'],
    need: 'to be the only one at work',
  },
];

const volumes: readonly Right[] = [
  {
    group: '',
    resources: ['persistentvolumes'],
    verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
    need: 'a PersistentVolume for each claim (provisioner, attacher)',
  },
  {
    group: '',
    resources: ['persistentvolumeclaims'],
    verbs: ['get', 'list', 'watch', 'update'],
    need: 'claims that want a volume (provisioner)',
  },
  {
    group: 'storage.k8s.io',
    resources: ['storageclasses', 'csinodes'],
    verbs: ['get', 'list', 'watch'],
    need: 'what kind of volume is wanted (provisioner); where the driver runs (attacher)',
  },
  {
    group: '',
    resources: ['nodes'],
    verbs: ['get', 'list', 'watch'],
    need: 'the node that the scheduler chose (provisioner)',
  },
  {
    group: 'storage.k8s.io',
    resources: ['volumeattachments'],
    verbs: ['get', 'list', 'watch', 'patch'],
    need: 'volumes that a node wants (attacher)',
  },
  {
    group: 'storage.k8s.io',
    resources: ['volumeattachments/status'],
    verbs: ['patch'],
    need: 'that a volume has arrived (attacher)',
  },
  { ...events, verbs: ['list', 'watch', ...events.verbs] },
];

const expansion: readonly Right[] = [
  {
    group: '',
    resources: ['persistentvolumeclaims/status'],
    verbs: ['patch'],
    need: 'that a volume has grown (resizer)',
  },
];

const snapshots: readonly Right[] = [
  {
    group: 'snapshot.storage.k8s.io',
    resources: ['volumesnapshots'],
    verbs: ['get', 'list', 'watch', 'update', 'patch'],
    need: 'snapshots that users ask for (snapshot controller); what a volume is made from (provisioner)',
  },
  {
    group: 'snapshot.storage.k8s.io',
    resources: ['volumesnapshots/status'],
    verbs: ['update', 'patch'],
    need: 'what became of them (snapshot controller)',
  },
  {
    group: 'snapshot.storage.k8s.io',
    resources: ['volumesnapshotclasses'],
    verbs: ['get', 'list', 'watch'],
    need: 'how a snapshot is made (snapshot controller, snapshotter, driver)',
  },
  {
    group: 'snapshot.storage.k8s.io',
    resources: ['volumesnapshotcontents'],
    verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
    need: 'one for each snapshot (snapshot controller), to be taken (snapshotter)',
  },
  {
    group: 'snapshot.storage.k8s.io',
    resources: ['volumesnapshotcontents/status'],
    verbs: ['update', 'patch'],
    need: 'that a snapshot is ready (snapshotter)',
  },
];

/**
 * Returns what the storage controller, its sidecars and the snapshot controller beside it may do in the
 * user cluster. Upstream also lets them read Secrets, for drivers that need a password for each volume;
 * group snapshots are off.
 *
 * @see https://github.com/kubevirt/csi-driver/blob/main/deploy/tenant/base/deploy.yaml
 * @see https://github.com/kubernetes-csi/external-provisioner/blob/v5.2.0/deploy/kubernetes/rbac.yaml
 * @see https://github.com/kubernetes-csi/external-snapshotter/blob/v8.7.0/deploy/kubernetes/snapshot-controller/rbac-snapshot-controller.yaml
 */
export function storageTenantRights(features: TenantFeatures): readonly Right[] {
  return [
    ...volumes,
    ...(features.expansion ? expansion : []),
    ...(features.snapshots ? snapshots : []),
  ];
}
