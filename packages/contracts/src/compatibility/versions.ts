// SPDX-License-Identifier: Apache-2.0

/** Everything whose version decides what it works together with. */
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
  guestOs: 'the operating system of machines',
} as const;

/** Something whose version decides what it works together with. */
export type Part = keyof typeof parts;

/** A guest's operating system. */
export interface GuestOs {
  /** As the golden image's `os`: `ubuntu`, `flatcar`, `rhel`. */
  readonly name: string;
  readonly version: string;
}

/** What runs together; what is left out is not judged. Versions are without a leading `v`. */
export type Versions = Partial<Readonly<Record<Exclude<Part, 'guestOs'>, string>>> & {
  readonly guestOs?: GuestOs;
};
