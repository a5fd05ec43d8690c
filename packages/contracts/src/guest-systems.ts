// SPDX-License-Identifier: Apache-2.0

/** What an operating system reads its start-up data with. */
export type StartUpReader = 'cloud-init' | 'ignition';

/** What is known of the images of an operating system. */
export interface GuestSystem {
  readonly reads: StartUpReader;
  /** Where its makers say so. */
  readonly source: string;
}

const ubuntu = {
  reads: 'cloud-init',
  source: 'https://cloudinit.readthedocs.io/en/latest/reference/availability.html',
} as const;

/**
 * Operating systems by the `os` of their golden images. One that is not here is not judged.
 *
 * Flatcar also has a small reader of cloud-config, which knows no `runcmd` and no NoCloud disk: what
 * starts a machine here would not run.
 *
 * @see https://github.com/flatcar/coreos-cloudinit
 */
export const guestSystems: Readonly<Record<string, GuestSystem>> = {
  ubuntu,
  debian: ubuntu,
  fedora: ubuntu,
  rhel: ubuntu,
  centos: ubuntu,
  rocky: ubuntu,
  rockylinux: ubuntu,
  almalinux: ubuntu,
  oraclelinux: ubuntu,
  flatcar: {
    reads: 'ignition',
    source: 'https://www.flatcar.org/docs/latest/provisioning/ignition/',
  },
  'fedora-coreos': {
    reads: 'ignition',
    source: 'https://docs.fedoraproject.org/en-US/fedora-coreos/provisioning-kubevirt/',
  },
};

/** Longest first: `fedora-coreos` is not `fedora`. */
const systemNames = Object.keys(guestSystems).sort((one, other) => other.length - one.length);

/**
 * The operating system that the name of an image speaks of, which is all that there is to know of an
 * image in a registry.
 *
 * @param image - `docker://quay.io/containerdisks/ubuntu:24.04`, `flatcar-4230`.
 * @returns undefined where no known name is part of the image's.
 */
export function systemOfImage(image: string): string | undefined {
  const name = image.split('/').at(-1) ?? '';
  return systemNames.find((system) => name.includes(system));
}
