// SPDX-License-Identifier: Apache-2.0
import { compareVersions, gateRules, gateStateOf } from '@strata/contracts';
import type { GateRelease } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import { judgeDisabled, judgeEnabled, onByDefault } from './judge-gate.ts';
import type { Judgement } from './judge-gate.ts';
import { platformGates } from './platform-gates.ts';
import type { PlatformGate } from './platform-gates.ts';
import { renamingOf } from './renamed-gates.ts';

/** The two lists of feature gates that KubeVirt reads. */
export interface GateLists {
  readonly enabled: readonly string[];
  readonly disabled: readonly string[];
}

/** The lists that are passed on to KubeVirt, sorted, with notes and problems. */
export interface ResolvedGates extends GateLists {
  /** Notes for the user, though nothing is wrong. */
  readonly notes: readonly string[];
  /** Errors that stop the program. */
  readonly problems: readonly Problem[];
}

/** A gate of the configuration, and its result. */
interface Entry extends Judgement {
  readonly written: string;
  readonly gate: string;
  readonly path: Problem['path'];
}

type JudgeGate = (gate: string, release: GateRelease) => Judgement;

function entriesOf(gates: readonly string[], key: string, release: GateRelease, judge: JudgeGate) {
  return gates.map((written, index): Entry => {
    const renaming = renamingOf(written, release);
    const gate = renaming?.to ?? written;
    const judgement = judge(gate, release);
    const note =
      renaming &&
      `feature gate ${written} becomes ${gate}: ${renaming.reason} in KubeVirt ${release}`;
    return {
      ...judgement,
      ...(note === undefined ? {} : { note }),
      written,
      gate,
      path: ['kubevirt', key, index],
    };
  });
}

/** Reports an error for a gate in both lists: KubeVirt refuses such an object. */
function inBothLists(enabled: readonly Entry[], disabled: readonly Entry[]): Problem[] {
  return disabled.flatMap(({ written, gate, path }) => {
    const other = enabled.find((entry) => entry.gate === gate);
    if (other === undefined) return [];
    const name = other.written === written ? 'it' : `"${other.written}", the same gate,`;
    return [
      {
        path,
        message: `feature gate "${written}" is disabled, yet featureGates has ${name} too; remove one`,
      },
    ];
  });
}

function applies(decision: PlatformGate, entries: readonly Entry[], kubernetes?: string): boolean {
  const { gate, unlessMentioned = [], needsKubernetes } = decision;
  const names = [gate, ...unlessMentioned];
  if (entries.some((entry) => names.includes(entry.gate) || names.includes(entry.written))) {
    return false;
  }
  if (needsKubernetes === undefined) return true;
  return kubernetes !== undefined && compareVersions(kubernetes, needsKubernetes) < 0;
}

/** Returns the gates that the platform adds to the lists, with a note on each. */
function decide(entries: readonly Entry[], release: GateRelease, kubernetes?: string) {
  const decisions = platformGates
    .filter((decision) => applies(decision, entries, kubernetes))
    .map((decision) => ({
      ...decision,
      gate: renamingOf(decision.gate, release)?.to ?? decision.gate,
    }))
    .filter(
      ({ gate }) => !['absent', 'ga', 'noop'].includes(gateStateOf(gate, release) ?? 'absent'),
    );
  const enabled = decisions.filter(
    ({ gate, decision }) => decision === 'enable' && !onByDefault(gate, release),
  );
  const disabled = decisions.filter(
    ({ decision }) => decision === 'disable' && gateRules[release].disabledGates !== 'unknown',
  );
  // No note if the release has the gate off anyway.
  const surprising = disabled.filter(({ gate }) => onByDefault(gate, release));
  return {
    enabled: enabled.map(({ gate }) => gate),
    disabled: disabled.map(({ gate }) => gate),
    notes: [...enabled, ...surprising].map(
      ({ gate, decision, reason }) => `feature gate ${gate} is ${decision}d: ${reason}`,
    ),
  };
}

const sorted = (gates: readonly string[]) => [...new Set(gates)].sort();
const keptOf = (entries: readonly Entry[]) =>
  entries.filter(({ kept }) => kept).map(({ gate }) => gate);

/**
 * Turns the configured lists into those of a KubeVirt release, which itself silently ignores
 * unknown names. Lists from guides for older releases keep working: gates that are always on are
 * left out, renamed gates are translated, and gates that the platform needs are added, with a note
 * on each.
 *
 * @param kubernetes - version of the infra cluster; without it, decisions that depend on it are
 * skipped.
 */
export function resolveFeatureGates(
  lists: GateLists,
  release: GateRelease,
  kubernetes?: string,
): ResolvedGates {
  const enabled = entriesOf(lists.enabled, 'featureGates', release, judgeEnabled);
  const disabled = entriesOf(lists.disabled, 'disabledFeatureGates', release, judgeDisabled);
  const entries = [...enabled, ...disabled];
  const platform = decide(entries, release, kubernetes);
  return {
    enabled: sorted([...keptOf(enabled), ...platform.enabled]),
    disabled: sorted([...keptOf(disabled), ...platform.disabled]),
    notes: sorted([...entries.flatMap(({ note }) => note ?? []), ...platform.notes]),
    problems: [
      ...entries.flatMap(({ path, problem }) =>
        problem === undefined ? [] : [{ path, message: problem }],
      ),
      ...inBothLists(enabled, disabled),
    ],
  };
}

/** Returns whether KubeVirt has a gate on if it is given these lists. */
export function isGateOn(
  gate: string,
  { enabled, disabled }: GateLists,
  release: GateRelease,
): boolean {
  if (enabled.includes(gate)) return true;
  return onByDefault(gate, release) && !disabled.includes(gate);
}
