// SPDX-License-Identifier: Apache-2.0
import { minorOf } from '../version-numbers.ts';

/** The KubeVirt releases whose feature gates are known, oldest first. */
export const gateReleases = ['1.7', '1.8', '1.9'] as const;

/** A KubeVirt release, `major.minor`. */
export type GateRelease = (typeof gateReleases)[number];

/** How a release treats its lists of feature gates. */
export interface GateRules {
  /** Whether a beta gate that is in no list is on. */
  readonly beta: 'off' | 'on';
  /**
   * Effect of `disabledFeatureGates`: `unknown` is not in the CRD; `inert` is in the CRD but has no
   * effect, because everything that could be listed is off anyway.
   */
  readonly disabledGates: 'unknown' | 'inert' | 'effective';
  readonly source: string;
}

const configOf = (tag: string, file: string) =>
  `https://github.com/kubevirt/kubevirt/blob/${tag}/pkg/virt-config/${file}`;

/** The {@link GateRules} of each release. */
export const gateRules: Readonly<Record<GateRelease, GateRules>> = {
  '1.7': {
    beta: 'off',
    disabledGates: 'unknown',
    source: configOf('v1.7.0', 'feature-gates.go'),
  },
  '1.8': {
    beta: 'off',
    disabledGates: 'inert',
    source: configOf('v1.8.4', 'feature-gates.go'),
  },
  '1.9': {
    beta: 'on',
    disabledGates: 'effective',
    source: configOf('v1.9.0', 'featuregate/feature-gates.go'),
  },
};

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
