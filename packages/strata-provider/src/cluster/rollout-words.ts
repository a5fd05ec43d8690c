// SPDX-License-Identifier: Apache-2.0
import type { Look } from './patience.ts';
import { poolProblem, type Pool } from './pool.ts';
import type { RolloutMachine } from './rollout-step.ts';
import { shortList } from './short-list.ts';

/** Position of a rollout, for its status message. */
export interface RolloutPosition {
  readonly title: string;
  readonly replicas: number;
  readonly pool: Pool | undefined;
  readonly isRolling: boolean;
  /** Names of all machines, each with the reason why it is not done; undefined when it is. */
  readonly machines: readonly (readonly [name: string, problem: string | undefined])[];
  /** States of the machines; empty when KubeVirt itself updates the pool. */
  readonly states: readonly RolloutMachine[];
  /**
   * Reasons why machines that are being replaced wait; each text begins with the name of a machine.
   */
  readonly turns: readonly string[];
}

/** Returns what a rollout waits for, with its progress. */
export function describeRollout(position: RolloutPosition): Look<never> {
  const { isRolling, machines, pool, replicas, states, title, turns } = position;
  const told = new Set(turns.map((one) => one.split(' ')[0]));
  const problems = machines.filter(([, problem]) => problem !== undefined);
  const ready = machines.length - problems.length;
  const excess = machines.length - (pool?.spec?.replicas ?? replicas);
  const size = excess < 0 ? [poolProblem(pool)] : [`${excess} too many`];
  const lines = problems.filter(([name]) => !told.has(name)).map((pair) => pair.join(' '));
  const beyond = states.filter(({ ordinal }) => ordinal >= replicas);
  const made = states.filter(({ ordinal, stage }) => stage === 'new' && ordinal < replicas);
  const head = isRolling
    ? `${title}: ${made.length}/${replicas} machines are new${beyond.length > 0 ? `, and ${beyond.length} more until all are` : ''}`
    : `${ready}/${replicas} ready`;
  const all = [head, ...(excess === 0 ? [] : size), ...turns];
  return {
    waitingFor: [...all, ...(lines.length === 0 ? [] : [shortList(lines)])].join('; '),
    progress: isRolling ? 1 + made.length + surgeProgress(beyond) : 0,
  };
}

/** Returns the progress of the additional machines: some when they exist, more when all are Ready. */
function surgeProgress(beyond: readonly RolloutMachine[]): number {
  if (beyond.length === 0) return 0;
  return beyond.every(({ stage }) => stage === 'new') ? 0.5 : 0.25;
}
