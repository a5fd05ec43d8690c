// SPDX-License-Identifier: Apache-2.0

/** How a pool is to be. */
export interface RolloutGoal {
  /** How many machines there are when it is done. */
  readonly replicas: number;
  /** Machines that may be there beyond that meanwhile. */
  readonly maxSurge: number;
  /** Machines that may be away at a time. */
  readonly maxUnavailable: number;
}

/**
 * Where one machine stands: `old`: another generation, and nobody has touched it; `leaving`: deleted,
 * not gone; `coming`: of the right generation, not ready yet; `new`: ready.
 */
export type MachineStage = 'old' | 'leaving' | 'coming' | 'new';

/** One machine, as its rollout sees it. */
export interface RolloutMachine {
  readonly name: string;
  /** The number at the end of its name. */
  readonly ordinal: number;
  readonly stage: MachineStage;
  /** Whether pods run on it: also on one that is to be replaced. */
  readonly isReady: boolean;
  /** It is deleted and off, and only the pool's controller keeps it. */
  readonly isStuck: boolean;
  /** Why its node keeps a machine from being `new`. Completes "<name> ...". @default nothing does */
  readonly problem?: string | undefined;
}

/** All that decides what is done next; read from the cluster each time. */
export interface RolloutFacts {
  readonly machines: readonly RolloutMachine[];
  /** How many machines the pool is told to have. */
  readonly size: number;
  /** How many of them are there for the rollout alone, as was written down with it. */
  readonly surged: number;
  /** Machines whose turn has begun in this run. */
  readonly inTurn: ReadonlySet<string>;
  /** The cluster has no room for a machine more. */
  readonly isFull: boolean;
}

/** What is to be done next. */
export type RolloutStep =
  | { readonly kind: 'done' }
  | { readonly kind: 'wait' }
  /** No machine may go: none may be away, and there is no room for one more. */
  | { readonly kind: 'blocked' }
  | { readonly kind: 'resize'; readonly size: number; readonly surge: number }
  /** Each of them is emptied; then it is deleted, or, with `resize`, the pool made smaller. */
  | {
      readonly kind: 'retire';
      readonly machines: readonly RolloutMachine[];
      readonly resize?: { readonly size: number; readonly surge: number };
    };

/** How many machines are replaced at a time. */
export function atATime({ maxSurge, maxUnavailable }: RolloutGoal): number {
  return Math.max(1, maxUnavailable > 0 ? maxUnavailable : maxSurge);
}

/**
 * The next step of a pool on its way to all machines new and Ready: first the surge, one machine (or
 * `maxSurge`) more than there are to be, which shows that a new one works before an old one goes; then
 * turn by turn, the next only when all machines of the last are back; then the surge goes.
 *
 * The pool's controller makes a machine that is gone anew, with the lowest free number, and ends those
 * with the highest when the pool becomes smaller. It lets go of a machine that somebody deleted only
 * while there are exactly as many as there are to be; so nothing is deleted at any other time, and the
 * pool does not become smaller while one leaves.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-controller/watch/pool/pool.go (scale, proactiveScaleIn, opportunisticScaleIn)
 */
export function nextStep(goal: RolloutGoal, facts: RolloutFacts): RolloutStep {
  const { replicas, maxSurge } = goal;
  const { machines, size, surged } = facts;
  const isBeyond = ({ ordinal }: RolloutMachine) => ordinal >= replicas;
  const isWhole = machines.length === size;
  const done = machines.filter((one) => one.stage === 'new' && !isBeyond(one)).length;
  const missing = replicas - done;
  // A machine with a number that it should not have, in the place of one that is missing.
  const isMisnamed = isWhole && size === replicas && machines.some(isBeyond);
  const isRolling =
    machines.some((one) => one.stage === 'old' && !isBeyond(one)) ||
    isMisnamed ||
    (surged > 0 && missing > 0);
  const surge = isRolling && !facts.isFull ? Math.min(maxSurge, missing) : 0;
  const target = replicas + surge;
  const isLeaving = machines.some(({ stage }) => stage === 'leaving');
  if (!isWhole) return settle(facts, target, surge);
  if (target > size) return { kind: 'resize', size: target, surge };
  if (target < size) {
    if (isLeaving) return { kind: 'wait' };
    const highest = machines.toSorted((one, other) => other.ordinal - one.ordinal);
    return {
      kind: 'retire',
      machines: highest.slice(0, size - target),
      resize: { size: target, surge },
    };
  }
  const candidates = machines.filter(
    (one) => one.stage === 'old' || (isMisnamed && isBeyond(one) && one.stage !== 'leaving'),
  );
  if (candidates.length > 0) return turn(goal, facts, candidates);
  if (missing > 0 || isLeaving) return { kind: 'wait' };
  return surged === surge ? { kind: 'done' } : { kind: 'resize', size, surge };
}

/** More or fewer machines than the pool is told to have: its controller is at work, or cannot go on. */
function settle({ machines, size, surged }: RolloutFacts, target: number, surge: number) {
  const { length } = machines;
  // Nothing is deleted by that: so many there are not yet.
  if (size > length && target < size) {
    return { kind: 'resize', size: Math.max(target, length), surge } as const;
  }
  // The controller would wait for ever: it lets go only while the numbers are the same.
  if (size < length && machines.some(({ isStuck }) => isStuck)) {
    return { kind: 'resize', size: length, surge: surged } as const;
  }
  return { kind: 'wait' } as const;
}

/** Whose turn it is: the surge's own first, then what does not work anyway, then in order of numbers. */
function turn(
  goal: RolloutGoal,
  { inTurn, machines }: RolloutFacts,
  candidates: readonly RolloutMachine[],
): RolloutStep {
  const begun = candidates.filter(({ name }) => inTurn.has(name));
  if (begun.length > 0) return { kind: 'retire', machines: begun };
  // One after the other: what is not back, or never will be, keeps all others as they are.
  if (machines.some(({ stage }) => stage === 'leaving' || stage === 'coming')) {
    return { kind: 'wait' };
  }
  const { replicas, maxUnavailable } = goal;
  const up = machines.filter(({ isReady }) => isReady).length;
  const room = Math.min(up - Math.max(0, replicas - maxUnavailable), atATime(goal));
  const isBeyond = ({ ordinal }: RolloutMachine) => ordinal >= replicas;
  const ordered = candidates.toSorted(
    (one, other) => Number(isBeyond(other)) - Number(isBeyond(one)) || one.ordinal - other.ordinal,
  );
  const broken = ordered.filter(({ isReady }) => !isReady);
  // What is down already costs nothing.
  const chosen =
    broken.length > 0 ? broken.slice(0, atATime(goal)) : ordered.slice(0, Math.max(0, room));
  return chosen.length === 0 ? { kind: 'blocked' } : { kind: 'retire', machines: chosen };
}
