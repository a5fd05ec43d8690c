// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { suggestion } from '@strata/contracts';
import { featureGates, releases, stateOf } from './feature-gates.ts';
import type { Release } from './feature-gates.ts';

/** What becomes of a list of feature gates. */
export interface ResolvedGates {
  /** What KubeVirt is told, sorted. */
  readonly enabled: readonly string[];
  /** What the user should know, though nothing is wrong. */
  readonly notes: readonly string[];
  /** What stops the program, by position in the list. */
  readonly problems: readonly { readonly index: number; readonly message: string }[];
}

/**
 * The release that a KubeVirt version belongs to.
 *
 * @param version - such as `1.8.4`.
 * @throws RunError when its feature gates are not known.
 */
export function releaseOf(version: string): Release {
  const minor = version.split('.').slice(0, 2).join('.');
  const release = releases.find((known) => known === minor);
  if (release !== undefined) return release;
  throw new pulumi.RunError(
    `the feature gates of KubeVirt ${version} are not in packages/kubevirt-stack/src/feature-gates.ts, ` +
      `which has those of ${releases.join(', ')}.`,
  );
}

/** What is wrong with listing a gate, or undefined. */
function problemOf(gate: string, release: Release): string | undefined {
  const state = stateOf(gate, release);
  const known = Object.keys(featureGates).filter((name) => stateOf(name, release) !== 'absent');
  if (state === undefined) {
    return `KubeVirt ${release} has no feature gate "${gate}"; ${suggestion(gate, known)}`;
  }
  if (state === 'discontinued') {
    return `KubeVirt ${release} no longer has the feature of gate "${gate}"; remove it`;
  }
  if (state !== 'absent') return undefined;
  const first = releases.find((other) => (stateOf(gate, other) ?? 'absent') !== 'absent');
  return `feature gate "${gate}" comes with KubeVirt ${first ?? 'a later release'}, this is ${release}; remove it`;
}

/** What there is to say about a gate that may be listed, or undefined. */
function noteOn(gate: string, release: Release): string | undefined {
  switch (stateOf(gate, release)) {
    case 'ga':
    case 'noop':
      return `feature gate ${gate} is left out: the feature is always on in KubeVirt ${release}`;
    case 'deprecated':
      return `feature gate ${gate} is deprecated in KubeVirt ${release} and goes away in a coming release`;
    default:
      return undefined;
  }
}

/**
 * Checks feature gates against a KubeVirt release, which itself ignores unknown names in silence.
 *
 * Gates whose feature is always on are dropped with a note, so lists from guides for older releases
 * keep working.
 */
export function resolveFeatureGates(gates: readonly string[], release: Release): ResolvedGates {
  const unique = [...new Set(gates)].sort();
  return {
    enabled: unique.filter((gate) =>
      ['alpha', 'beta', 'deprecated'].includes(stateOf(gate, release) ?? ''),
    ),
    notes: unique.map((gate) => noteOn(gate, release)).filter((note) => note !== undefined),
    problems: gates
      .map((gate, index) => ({ index, message: problemOf(gate, release) }))
      .filter((problem): problem is { index: number; message: string } => {
        return problem.message !== undefined;
      }),
  };
}
