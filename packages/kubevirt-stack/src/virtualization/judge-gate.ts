// SPDX-License-Identifier: Apache-2.0
import { featureGates, gateReleases, gateRules, gateStateOf, suggestion } from '@strata/contracts';
import type { GateRelease, GateState } from '@strata/contracts';
import { gatesStillRead } from './renamed-gates.ts';

/** The result for one gate of a list. */
export interface Judgement {
  /** Whether the gate is passed on to KubeVirt. */
  readonly kept: boolean;
  /** A note for the user, though nothing is wrong. */
  readonly note?: string;
  /** An error that stops the program. */
  readonly problem?: string;
}

function unknown(gate: string, release: GateRelease): Judgement {
  const known = [...featureGates].filter((name) => gateStateOf(name, release) !== 'absent');
  const problem = `KubeVirt ${release} has no feature gate "${gate}"; ${suggestion(gate, known)}`;
  return { kept: false, problem };
}

function firstWith(gate: string): string {
  const first = gateReleases.find((one) => (gateStateOf(gate, one) ?? 'absent') !== 'absent');
  return first ?? 'a later release';
}

const alwaysOn = (gate: string, release: GateRelease): Judgement =>
  gatesStillRead.some((one) => one.gate === gate && one.release === release)
    ? { kept: true }
    : {
        kept: false,
        note: `feature gate ${gate} is left out: the feature is always on in KubeVirt ${release}`,
      };

/** The result for an enabled gate, by its state in the release. */
const whenEnabled: Readonly<Record<GateState, (gate: string, release: GateRelease) => Judgement>> =
  {
    alpha: () => ({ kept: true }),
    beta: () => ({ kept: true }),
    ga: alwaysOn,
    noop: alwaysOn,
    deprecated: (gate, release) => ({
      kept: true,
      note: `feature gate ${gate} is deprecated in KubeVirt ${release} and goes away in a coming release`,
    }),
    discontinued: (gate, release) => ({
      kept: false,
      problem: `KubeVirt ${release} no longer has the feature of gate "${gate}"; remove it`,
    }),
    absent: (gate, release) => ({
      kept: false,
      problem: `feature gate "${gate}" comes with KubeVirt ${firstWith(gate)}, this is ${release}; remove it`,
    }),
  };

const cannotBeDisabled = (gate: string, release: GateRelease): Judgement => ({
  kept: false,
  problem: `feature gate "${gate}" cannot be disabled: the feature is always on in KubeVirt ${release}; remove it`,
});

const offAnyway = (gate: string, release: GateRelease): Judgement =>
  gateRules[release].disabledGates === 'unknown'
    ? {
        kept: false,
        note: `disabled feature gate ${gate} is left out: in KubeVirt ${release} it is off unless it is enabled`,
      }
    : { kept: true };

/**
 * The result for a disabled gate, by its state. A list for a later release is fine for this one if
 * the gate is off in this one.
 */
const whenDisabled: Readonly<Record<GateState, (gate: string, release: GateRelease) => Judgement>> =
  {
    alpha: offAnyway,
    beta: offAnyway,
    ga: cannotBeDisabled,
    noop: cannotBeDisabled,
    deprecated: offAnyway,
    discontinued: (gate, release) => ({
      kept: false,
      note: `disabled feature gate ${gate} is left out: KubeVirt ${release} no longer has the feature`,
    }),
    absent: (gate, release) => ({
      kept: false,
      note: `disabled feature gate ${gate} is left out: it comes with KubeVirt ${firstWith(gate)}, this is ${release}`,
    }),
  };

/** Judges a gate that the configuration enables. */
export function judgeEnabled(gate: string, release: GateRelease): Judgement {
  const state = gateStateOf(gate, release);
  return state === undefined ? unknown(gate, release) : whenEnabled[state](gate, release);
}

/** Judges a gate that the configuration disables. */
export function judgeDisabled(gate: string, release: GateRelease): Judgement {
  const state = gateStateOf(gate, release);
  return state === undefined ? unknown(gate, release) : whenDisabled[state](gate, release);
}

/** Returns whether a gate is on if no list mentions it. */
export function onByDefault(gate: string, release: GateRelease): boolean {
  const state = gateStateOf(gate, release);
  if (state === 'beta') return gateRules[release].beta === 'on';
  return state === 'ga' || state === 'noop';
}
