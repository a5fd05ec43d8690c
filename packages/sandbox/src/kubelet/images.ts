// SPDX-License-Identifier: Apache-2.0

/** A container image whose program the toolchain builds from the same source. */
export interface KnownImage {
  /** Last part of the image's path, with its tag; a mirror may hold it under any registry. */
  readonly image: string;
  readonly tool: string;
  readonly binary: string;
  /** What the image runs when the container names no command. */
  readonly entrypoint: string;
}

/**
 * Images that run as real processes in the rack. Add a row for every further version: several may
 * run side by side, each with its own binary.
 */
export const knownImages: readonly KnownImage[] = [
  known('virt-operator:v1.8.4', 'kubevirt', 'virt-operator'),
  known('virt-api:v1.8.4', 'kubevirt', 'virt-api'),
  known('virt-controller:v1.8.4', 'kubevirt', 'virt-controller'),
  known('cdi-operator:v1.65.0', 'cdi', 'cdi-operator'),
  known('cdi-apiserver:v1.65.0', 'cdi', 'cdi-apiserver'),
  known('cdi-controller:v1.65.0', 'cdi', 'cdi-controller'),
  known('cdi-uploadproxy:v1.65.0', 'cdi', 'cdi-uploadproxy'),
  known('controller:v0.16.1', 'metallb', 'metallb-controller', '/controller'),
  known('snapshot-controller:v8.7.0', 'snapshot-controller', 'snapshot-controller'),
  known('prometheus-operator:v0.93.1', 'prometheus-operator', 'prometheus-operator'),
];

function known(
  image: string,
  tool: string,
  binary: string,
  entrypoint = `/usr/bin/${binary}`,
): KnownImage {
  return { image, tool, binary, entrypoint };
}

/** Last part of an image's path, without registry and digest. */
export function shortImage(image: string): string {
  return (image.split('/').at(-1) ?? image).replace(/@.*$/, '');
}

/** The program behind an image, or undefined when the sandbox can only play it. */
export function findKnownImage(image: string): KnownImage | undefined {
  const short = shortImage(image);
  return knownImages.find((entry) => entry.image === short);
}
