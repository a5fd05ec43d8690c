// SPDX-License-Identifier: Apache-2.0

const github = 'https://github.com';

/** Images of KubeVirt that carry its version and that no manifest names. */
const ownImages: readonly string[] = [
  'virt-api',
  'virt-controller',
  'virt-handler',
  'virt-launcher',
  'virt-exportproxy',
  'virt-exportserver',
  'virt-synchronization-controller',
  // These serve only LUNs with persistent reservations, sidecars and `virtctl guestfs`.
  'pr-helper',
  'sidecar-shim',
  'libguestfs-tools',
];

interface Operands {
  /** KubeVirt's version, without a leading `v`. */
  readonly version: string;
  /** Version of virt-template, which KubeVirt ships for the feature gate Template. */
  readonly template?: string;
  readonly source: string;
}

const source = (version: string) =>
  `${github}/kubevirt/kubevirt/blob/v${version}/pkg/virt-operator/resource/generate/components`;

/**
 * Images that virt-operator runs besides itself. It derives their names from the name of its own
 * image (pkg/virt-operator/util/config.go), so a mirror of that image needs the others beside it.
 */
const operands: readonly Operands[] = [
  { version: '1.7.0', source: source('1.7.0') },
  { version: '1.8.4', template: '0.1.8', source: source('1.8.4') },
  { version: '1.9.0', template: '0.2.2', source: source('1.9.0') },
];

/** Versions of KubeVirt whose derived images are known. */
export const knownVersions: readonly string[] = operands.map(({ version }) => version);

/** Returns the images that virt-operator derives from its own; none for an unknown version. */
export function operandImages(version: string): string[] {
  const found = operands.find((one) => one.version === version);
  if (found === undefined) return [];
  const { template } = found;
  const templates = template
    ? [`virt-template-apiserver:v${template}`, `virt-template-controller:v${template}`]
    : [];
  return [...ownImages.map((name) => `${name}:v${version}`), ...templates].map(
    (image) => `quay.io/kubevirt/${image}`,
  );
}
