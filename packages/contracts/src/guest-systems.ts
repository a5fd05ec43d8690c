// SPDX-License-Identifier: Apache-2.0

/** The program with which an operating system reads its user data. */
export type StartUpReader = 'cloud-init' | 'ignition';

/** Facts about the images of an operating system. */
export interface GuestSystem {
  readonly reads: StartUpReader;
  /**
   * Whether its makers' images boot with `net.ifnames=0`, so that cards are called eth0 and eth1
   * instead of after their ports.
   */
  readonly plainCardNames?: true;
  /** Where its makers document it. */
  readonly source: string;
}

const ubuntu = {
  reads: 'cloud-init',
  source: 'https://cloudinit.readthedocs.io/en/latest/reference/availability.html',
} as const;

/** @see https://git.rockylinux.org/rocky/kickstarts/-/blob/r9/Rocky-9-GenericCloud-Base.ks */
const likeRhel = { ...ubuntu, plainCardNames: true } as const;

/**
 * Operating systems by the `os` of their golden images. A system that is not listed is not judged.
 *
 * Flatcar also has a small reader of cloud-config, but it knows no `runcmd` and no NoCloud disk:
 * the bootstrap of a node would not run.
 *
 * @see https://github.com/flatcar/coreos-cloudinit
 */
export const guestSystems: Readonly<Record<string, GuestSystem>> = {
  ubuntu,
  debian: ubuntu,
  fedora: ubuntu,
  rhel: likeRhel,
  centos: likeRhel,
  rocky: likeRhel,
  rockylinux: likeRhel,
  almalinux: likeRhel,
  oraclelinux: likeRhel,
  flatcar: {
    reads: 'ignition',
    source: 'https://www.flatcar.org/docs/latest/provisioning/ignition/',
  },
  'fedora-coreos': {
    reads: 'ignition',
    source: 'https://docs.fedoraproject.org/en-US/fedora-coreos/provisioning-kubevirt/',
  },
};

/** Longest first, because `fedora-coreos` contains `fedora`. */
const systemNames = Object.keys(guestSystems).sort((one, other) => other.length - one.length);

/**
 * Returns the operating system in the name of an image; nothing else is known of an image in a
 * registry.
 *
 * @param image - `docker://quay.io/containerdisks/ubuntu:24.04`, `flatcar-4230`.
 * @returns undefined if the image's name contains no known name.
 */
export function systemOfImage(image: string): string | undefined {
  const name = image.split('/').at(-1) ?? '';
  return systemNames.find((system) => name.includes(system));
}
