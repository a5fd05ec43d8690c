// SPDX-License-Identifier: Apache-2.0
import type { CdiCloneStrategy } from '../config/cdi-fields.ts';
import { isOfStorage } from './known-storage.ts';
import type { KnownStorage } from './known-storage.ts';

/** How a VM's disk is made from a golden image, in the terms of the documentation. */
export type CloneKind = 'snapshot' | 'csi-clone' | 'host-assisted';

interface ProvisionerClones extends KnownStorage {
  readonly strategy: Exclude<CdiCloneStrategy, 'snapshot'>;
}

const noNfs = { 'csi.storage.k8s.io/fstype': /^(?!nfs$)/i };

/**
 * CDI's built-in table of provisioners; the first row that fits applies. Those that CDI clones by snapshot
 * are left out, for that is how it clones every other, too.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/storagecapabilities/storagecapabilities.go
 */
export const provisionerClones: readonly ProvisionerClones[] = [
  { provisioner: 'rbd.csi.ceph.com', strategy: 'csi-clone' },
  { provisioner: 'rook-ceph.rbd.csi.ceph.com', strategy: 'csi-clone' },
  { provisioner: 'openshift-storage.rbd.csi.ceph.com', strategy: 'csi-clone' },
  { provisioner: 'cephfs.csi.ceph.com', strategy: 'csi-clone' },
  { provisioner: 'rook-ceph.cephfs.csi.ceph.com', strategy: 'csi-clone' },
  { provisioner: 'openshift-storage.cephfs.csi.ceph.com', strategy: 'csi-clone' },
  { provisioner: 'csi-vxflexos.dellemc.com', strategy: 'csi-clone', parameters: noNfs },
  { provisioner: 'csi-isilon.dellemc.com', strategy: 'csi-clone' },
  { provisioner: 'csi-powermax.dellemc.com', strategy: 'csi-clone', parameters: noNfs },
  { provisioner: 'csi-powerstore.dellemc.com', strategy: 'copy', parameters: noNfs },
  { provisioner: 'hspc.csi.hitachi.com', strategy: 'csi-clone' },
  { provisioner: 'csi.hpe.com', strategy: 'csi-clone' },
  { provisioner: 'spectrumscale.csi.ibm.com', strategy: 'csi-clone' },
  { provisioner: 'block.csi.ibm.com', strategy: 'csi-clone' },
  { provisioner: 'vpc.block.csi.ibm.io', strategy: 'copy' },
  {
    provisioner: 'pxd.portworx.com',
    strategy: 'csi-clone',
    parameters: { backend: /^(?!pure_(block|fa_file)$)/ },
  },
  { provisioner: 'topolvm.cybozu.com', strategy: 'copy' },
  { provisioner: 'topolvm.io', strategy: 'copy' },
  {
    provisioner: 'infinibox-csi-driver',
    strategy: 'csi-clone',
    parameters: { storage_protocol: /^(iscsi|fc|nvme|nfs|nfs_treeq)$/ },
  },
  { provisioner: 'kubesan.gitlab.io', strategy: 'csi-clone' },
  {
    provisioner: 'csi.san.synology.com',
    strategy: 'csi-clone',
    parameters: { protocol: /^(iscsi|nfs|nfs_treeq|smb)?$/ },
  },
  { provisioner: 'blockvolume.csi.oraclecloud.com', strategy: 'csi-clone' },
];

/** The facts that decide how disks of a StorageClass are cloned. */
export interface CloneFacts {
  readonly provisioner: string;
  /** Whether a VolumeSnapshotClass has this provisioner. */
  readonly hasSnapshots: boolean;
  /**
   * Parameters of the StorageClass. @default unknown: the usual storage of this provisioner is
   * assumed
   */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** Annotation `cdi.kubevirt.io/clone-strategy` of the StorageClass. @default none */
  readonly annotation?: CdiCloneStrategy | undefined;
  /** `spec.cloneStrategy` of the StorageProfile. @default none */
  readonly profile?: CdiCloneStrategy | undefined;
  /** `spec.cloneStrategyOverride` of CDI. @default none */
  readonly override?: CdiCloneStrategy | undefined;
}

const knownStrategy = (facts: CloneFacts): CdiCloneStrategy | undefined =>
  provisionerClones.find((known) => isOfStorage(facts, known))?.strategy;

/**
 * Returns how CDI clones a disk of a StorageClass into the same class, volume mode and size. Into
 * another class or mode it always copies; the annotation `cdi.kubevirt.io/cloneFallbackReason` says
 * why.
 *
 * @see
 * https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/controller/clone/planner.go
 */
export function cloneStrategy(facts: CloneFacts): CdiCloneStrategy {
  const { override, profile, annotation, hasSnapshots } = facts;
  const chosen =
    override ??
    profile ??
    annotation ??
    knownStrategy(facts) ??
    (hasSnapshots ? 'snapshot' : 'copy');
  return chosen === 'snapshot' && !hasSnapshots ? 'copy' : chosen;
}

/**
 * Returns {@link cloneStrategy} in the terms of the documentation: `host-assisted` if pods on the
 * hosts copy the data.
 */
export function cloneKind(facts: CloneFacts): CloneKind {
  const strategy = cloneStrategy(facts);
  return strategy === 'copy' ? 'host-assisted' : strategy;
}
