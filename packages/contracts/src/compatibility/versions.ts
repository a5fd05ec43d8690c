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

/** Numbers of a version: `1.35.4` and `24.04`; what is no number counts as 0. */
function numbersOf(version: string): number[] {
  return version
    .replace(/^v/, '')
    .split(/[.+-]/)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : 0));
}

/**
 * Which version is newer, as far as the second one says: `1.35.4` and `1.35` are the same.
 *
 * @returns less than 0 if the first is older, more if it is newer.
 */
export function compareVersions(version: string, other: string): number {
  const [one, two] = [numbersOf(version), numbersOf(other)];
  for (const [index, number] of two.entries()) {
    const difference = (one[index] ?? 0) - number;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** `1.35` of `1.35.4`. */
export function minorOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

/** How many minors the first version is ahead of the second. */
export function minorsAhead(version: string, other: string): number {
  return (numbersOf(version)[1] ?? 0) - (numbersOf(other)[1] ?? 0);
}
