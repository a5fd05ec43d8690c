// SPDX-License-Identifier: Apache-2.0
import { kubevirtMinors } from '../kubevirt-minors/index.ts';
import type { RegisteredState } from '../kubevirt-minors/index.ts';
import { gateReleases } from './gate-releases.ts';
import type { GateRelease } from './gate-releases.ts';

/**
 * The state of a gate in a release:
 * - `alpha`: off unless listed.
 * - `beta`: as the release's rules define, see kubevirt-minor.ts.
 * - `ga`: always on; listing it has no effect.
 * - `noop`: the feature is always on and its gate was removed; listing it has no effect.
 * - `deprecated`: off unless listed, and will be removed in a coming release.
 * - `discontinued`: the feature was removed; listing it has no effect.
 * - `absent`: not in this release yet.
 */
export type GateState = RegisteredState | 'noop' | 'absent';

/** Gates that no list of KubeVirt has: states in the releases that do not register them. */
const unregistered: Readonly<Record<string, GateState>> = {
  // Names from before 1.4 that guides still list.
  DataVolumes: 'noop',
  SRIOV: 'noop',
  // Works from 1.7 on though it is registered from 1.9 on.
  ObjectGraph: 'alpha',
};

function registered(release: GateRelease): ReadonlyMap<string, GateState> {
  const { gates } = kubevirtMinors[release];
  return new Map(
    Object.entries(gates).flatMap(([state, names]) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => [name, state as RegisteredState] as const),
    ),
  );
}

const states = new Map(gateReleases.map((release) => [release, registered(release)] as const));

/**
 * Every feature gate that a release knows.
 *
 * @see https://kubevirt.io/user-guide/cluster_admin/activating_feature_gates/
 */
export const featureGates: ReadonlySet<string> = new Set(
  [...states.values()].flatMap((gates) => [...gates.keys()]).concat(Object.keys(unregistered)),
);

/** Returns the state of a gate, or undefined if no release knows its name. */
export function gateStateOf(gate: string, release: GateRelease): GateState | undefined {
  if (!featureGates.has(gate)) return undefined;
  return states.get(release)?.get(gate) ?? unregistered[gate] ?? 'absent';
}
