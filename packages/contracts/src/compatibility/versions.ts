// SPDX-License-Identifier: Apache-2.0

/** Names of the parts whose versions must fit together. */
export const parts = {
  infraKubernetes: 'Kubernetes of the infra cluster',
  kubeone: 'KubeOne',
  kubevirt: 'KubeVirt',
  cdi: 'CDI',
  kubernetes: 'Kubernetes of the user cluster',
  kubelet: 'Kubernetes of a pool',
  'cloud-controller-manager': 'the cloud controller manager',
  'csi-driver': 'the CSI driver',
  cilium: 'Cilium',
  flux: 'Flux',
  guestOs: 'the operating system of machines',
} as const;

/** A part whose version must fit the others. */
export type Part = keyof typeof parts;

/** The operating system of a VM. */
export interface GuestOs {
  /** As in the golden image's `os`: `ubuntu`, `flatcar`, `rhel`. */
  readonly name: string;
  readonly version: string;
}

/**
 * The versions that run together, without a leading `v`; parts that are left out are not judged.
 */
export type Versions = Partial<Readonly<Record<Exclude<Part, 'guestOs'>, string>>> & {
  readonly guestOs?: GuestOs;
};
