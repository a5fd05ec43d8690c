// SPDX-License-Identifier: Apache-2.0
import type { Part } from './versions.ts';

/** Versions from one on and before another one. Without both: all versions. */
export interface VersionRange {
  readonly from?: string;
  readonly before?: string;
}

/** One side of a pair that is known not to work. */
export interface CellSide extends VersionRange {
  readonly part: Part;
  /** Names, for `guestOs`. */
  readonly names?: readonly string[];
}

/** A pair of versions that is known not to work. */
export interface BadCell {
  readonly one: CellSide;
  readonly other: CellSide;
  /**
   * `refused`: it does not work. `warned`: it works if the user takes care of the reason. `handled`:
   * what Strata renders takes care of it.
   */
  readonly level: 'refused' | 'warned' | 'handled';
  /** Completes "... do not go together: ...", or "... only with care: ...", with the fix. */
  readonly reason: string;
  readonly source: string;
}

const likeRhel = ['rhel', 'rocky', 'rockylinux', 'almalinux', 'centos', 'oraclelinux'];

const cgroups = {
  level: 'refused',
  reason:
    'kubelets of 1.35 and later do not start on cgroup v1, which this system boots with; take a newer image',
  source:
    'https://github.com/kubernetes/enhancements/tree/master/keps/sig-node/5573-remove-cgroup-v1',
} as const;

const oldLibrary = {
  level: 'warned',
  reason:
    'the containerd that machines download needs glibc 2.34 or later, which this system does not have; take a newer image, or one that has Kubernetes',
  source: 'https://github.com/containerd/containerd/releases/tag/v2.2.3',
} as const;

/** RHEL 8.10 has Linux 4.18 with what Cilium needs of 5.10. */
const oldKernel = {
  level: 'refused',
  reason: 'Cilium needs Linux 5.10 or later, this system has an older one; take a newer image',
  source: 'https://docs.cilium.io/en/v1.20/operations/system_requirements/#linux-kernel',
} as const;

/** Pairs of versions that are known not to work. */
export const badCells: readonly BadCell[] = [
  {
    one: { part: 'kubevirt', from: '1.6.4' },
    other: { part: 'guestOs', names: ['flatcar'] },
    level: 'handled',
    reason:
      'KubeVirt can drop the argument by which Ignition finds its configuration; machines need the annotation kubevirt.io/placePCIDevicesOnRootComplex: "true", which those of user clusters with cloudInit: ignition have',
    source: 'https://github.com/kubevirt/kubevirt/issues/16901',
  },
  {
    one: { part: 'csi-driver' },
    other: { part: 'kubevirt', from: '1.9' },
    level: 'handled',
    reason:
      'with DeclarativeHotplugVolumes, which is on in KubeVirt 1.9, a machine that runs loses what its VirtualMachine does not name any more, with pods on it; write no VirtualMachine of a user cluster by hand or by another tool, pools of Strata do not either',
    source:
      'https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/storage/hotplug/hotplug.go https://github.com/cozystack/cozystack/issues/4032',
  },
  {
    one: { part: 'cloud-controller-manager', before: '0.6' },
    other: { part: 'kubernetes', from: '1.33' },
    level: 'refused',
    reason:
      'it has libraries of Kubernetes that are years old, and knows nothing of EndpointSlices; take 0.6.0',
    source: 'https://github.com/kubevirt/cloud-provider-kubevirt/releases/tag/v0.6.0',
  },
  {
    one: { part: 'kubernetes', from: '1.35' },
    other: { part: 'guestOs', names: ['ubuntu'], before: '21.10' },
    ...cgroups,
  },
  {
    one: { part: 'kubernetes', from: '1.35' },
    other: { part: 'guestOs', names: likeRhel, before: '9' },
    ...cgroups,
  },
  {
    one: { part: 'kubernetes', before: '1.35' },
    other: { part: 'guestOs', names: ['ubuntu'], before: '21.10' },
    ...oldLibrary,
  },
  {
    one: { part: 'kubernetes', before: '1.35' },
    other: { part: 'guestOs', names: likeRhel, before: '9' },
    ...oldLibrary,
  },
  {
    one: { part: 'kubernetes' },
    other: { part: 'guestOs', names: ['debian'], before: '12' },
    ...oldLibrary,
  },
  {
    one: { part: 'cilium', from: '1.18.3' },
    other: { part: 'guestOs', names: ['ubuntu'], before: '21.04' },
    ...oldKernel,
  },
  {
    one: { part: 'cilium', from: '1.18.3' },
    other: { part: 'guestOs', names: likeRhel, before: '8.10' },
    ...oldKernel,
  },
];
