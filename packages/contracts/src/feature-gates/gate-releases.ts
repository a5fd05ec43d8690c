// SPDX-License-Identifier: Apache-2.0
import { kubevirtMinors } from '../kubevirt-minors/index.ts';
import type { GateRules } from '../kubevirt-minors/index.ts';
import { minorOf } from '../version-numbers.ts';

/** A KubeVirt release, `major.minor`. */
export type GateRelease = keyof typeof kubevirtMinors;

/** The KubeVirt releases whose feature gates are known, oldest first. */
export const gateReleases = Object.keys(kubevirtMinors) as [GateRelease, ...GateRelease[]];

/** The {@link GateRules} of each release. */
export const gateRules = Object.fromEntries(
  gateReleases.map((release) => [release, kubevirtMinors[release].gateRules]),
) as Readonly<Record<GateRelease, GateRules>>;

/**
 * Returns the release that a KubeVirt version belongs to; undefined if its feature gates are not
 * known.
 *
 * @param version - such as `1.8.4`, or its minor.
 */
export function gateReleaseOf(version: string): GateRelease | undefined {
  const minor = minorOf(version);
  return gateReleases.find((known) => known === minor);
}
