// SPDX-License-Identifier: Apache-2.0
import { gateReleaseOf, kubevirtMinors } from '@strata/contracts';
import type { KubevirtMinor } from '@strata/contracts';

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

/**
 * Returns the images that virt-operator runs besides itself; none for a minor that is not known. It
 * derives their names from the name of its own image, so a mirror of that image needs the others beside
 * it.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-operator/util/config.go
 */
export function operandImages(version: string): string[] {
  const minor = gateReleaseOf(version);
  if (minor === undefined) return [];
  const { virtTemplate }: KubevirtMinor = kubevirtMinors[minor];
  const templates =
    virtTemplate === undefined
      ? []
      : ['apiserver', 'controller'].map((name) => `virt-template-${name}:v${virtTemplate}`);
  return [...ownImages.map((name) => `${name}:v${version}`), ...templates].map(
    (image) => `quay.io/kubevirt/${image}`,
  );
}
