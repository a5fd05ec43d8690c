// SPDX-License-Identifier: Apache-2.0
// The page of the fleet has this code, too, and may have no addresses in it: the sources are in comments.

/** Minor of KubeOne, with the oldest and the newest Kubernetes minor that it installs. */
export interface KubeoneMinor {
  readonly minor: string;
  readonly oldest: string;
  readonly newest: string;
}

/**
 * KubeOne that this checkout drives.
 *
 * @see https://docs.kubermatic.com/kubeone/v1.14/architecture/compatibility/supported-versions/
 */
export const drivenKubeone: KubeoneMinor = { minor: '1.14', oldest: '1.34', newest: '1.36' };

/**
 * Minors of KubeOne, oldest first.
 *
 * @see https://docs.kubermatic.com/kubeone/v1.12/architecture/compatibility/supported-versions/
 * @see https://docs.kubermatic.com/kubeone/v1.13/architecture/compatibility/supported-versions/
 */
export const kubeoneMinors: readonly KubeoneMinor[] = [
  { minor: '1.12', oldest: '1.32', newest: '1.34' },
  { minor: '1.13', oldest: '1.33', newest: '1.35' },
  drivenKubeone,
];
