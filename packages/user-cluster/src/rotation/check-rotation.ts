// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { Check } from '../checks/check-context.ts';
import { allowedSteps } from './allowed-steps.ts';
import { foundSteps, machineWords, rotatedKeys, stepOf, stepWords } from './rotation-steps.ts';
import type { FoundSteps, RotatedKey, Rotation } from './rotation-steps.ts';

const runbook = 'docs/runbooks/rotate-keys.md';

/** Returns words for what has a key, and for all of it. */
function partsWith(key: RotatedKey, { backupSteps = [] }: FoundSteps) {
  const all = machineWords(key);
  if (key === 'authority') return { parts: 'the cluster', all };
  const hasBackups = key === 'etcdAuthority' && backupSteps.length > 0;
  return hasBackups
    ? {
        parts: 'the control plane with its backups',
        all: `${all} and in the certificate of backups`,
      }
    : { parts: 'the control plane', all };
}

/** Returns why a step is not possible, and what is; undefined if it is. */
function stepProblem(key: RotatedKey, wanted: number, running: FoundSteps): string | undefined {
  const found = [...new Set(foundSteps(key, running))].sort((one, other) => one - other);
  const [least] = found;
  const allowed = allowedSteps(key, found);
  const { all, parts } = partsWith(key, running);
  if (least === undefined || allowed.includes(wanted)) return undefined;
  const words = (steps: readonly number[], between: string) =>
    steps.map((step) => stepWords(key, step)).join(between);
  if (allowed.length === 0) {
    return (
      `no phase is possible: ${parts} is at ${words(found, ' and ')}, by the start-up Secrets of a ` +
      'VM that does not exist. Some of them are left over from earlier updates: delete those, but not the ' +
      `newest one (${runbook}#when-secrets-of-earlier-updates-are-left-over)`
    );
  }
  const reason =
    wanted < least
      ? 'there is no way back from there'
      : `each phase must be on ${all} before the next one`;
  return (
    `${stepWords(key, wanted)} is not possible: ${parts} is at ${words(found, ' and ')}, and ` +
    `${reason}; possible are ${words(allowed, ' and ')} (${runbook})`
  );
}

function checkKey(key: RotatedKey, wanted: Rotation, running: FoundSteps): Problem[] {
  const step = stepOf(key, wanted);
  if (step < 0) {
    const message =
      'generation 1 is the key that the cluster was made with, and has no phases; a rotation ' +
      `begins with ${stepWords(key, 1)} (${runbook})`;
    return [{ path: ['keys', key, 'phase'], message }];
  }
  const message = stepProblem(key, step, running);
  return message === undefined ? [] : [{ path: ['keys', key], message }];
}

/**
 * Reports a phase of a rotation that the VMs are not ready for. VMs whose phases are
 * neighbours can read and verify what each other writes and signs; others cannot.
 */
export const checkRotation: Check = ({ config: { keys }, running }) => {
  if (keys === undefined) return [];
  return rotatedKeys.flatMap((key) => checkKey(key, keys[key], running ?? {}));
};
