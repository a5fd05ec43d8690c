// SPDX-License-Identifier: Apache-2.0

/** Goal and limits of a rollout. */
export interface RolloutGoal {
  /** Number of machines at the end. */
  readonly replicas: number;
  /** Number of machines that may exist beyond `replicas` during the rollout. */
  readonly maxSurge: number;
  /** Number of machines that may be missing at a time. */
  readonly maxUnavailable: number;
}

/**
 * Stage of a machine: `old`: of another generation, not deleted yet; `leaving`: being deleted;
 * `coming`: of the wanted generation, not Ready yet; `new`: of the wanted generation and Ready.
 */
export type MachineStage = 'old' | 'leaving' | 'coming' | 'new';

/** State of one machine in a rollout. */
export interface RolloutMachine {
  readonly name: string;
  /** Number at the end of its name. */
  readonly ordinal: number;
  readonly stage: MachineStage;
  /** Whether it runs and is Ready, regardless of its generation. */
  readonly isReady: boolean;
  /** Whether it is deleted and off, and only the finalizer of the pool controller is left. */
  readonly isStuck: boolean;
  /** Why its node is not Ready, as the predicate of "<name> ...". @default undefined: the node is Ready or not checked */
  readonly problem?: string | undefined;
}

/** Everything that the next step depends on; read from the cluster before each step. */
export interface RolloutFacts {
  readonly machines: readonly RolloutMachine[];
  /** Size of the pool in its spec. */
  readonly size: number;
  /** Number of machines that exist only for the rollout, recorded on the pool. */
  readonly surged: number;
  /** Names of the machines whose replacement has begun in this run. */
  readonly inTurn: ReadonlySet<string>;
  /** Whether the infra cluster has no room for another machine. */
  readonly isFull: boolean;
}

/** Next step of a rollout. */
export type RolloutStep =
  | { readonly kind: 'done' }
  | { readonly kind: 'wait' }
  /** No machine may be replaced: none may be missing, and there is no room for another one. */
  | { readonly kind: 'blocked' }
  | { readonly kind: 'resize'; readonly size: number; readonly surge: number }
  /** Drain each machine, then delete it or, with `resize`, shrink the pool. */
  | {
      readonly kind: 'retire';
      readonly machines: readonly RolloutMachine[];
      readonly resize?: { readonly size: number; readonly surge: number };
    };

/** Returns how many machines are replaced at a time. */
export function atATime({ maxSurge, maxUnavailable }: RolloutGoal): number {
  return Math.max(1, maxUnavailable > 0 ? maxUnavailable : maxSurge);
}

/**
 * Returns the next step of a rollout. First comes the surge, up to `maxSurge` additional machines,
 * which shows that a new machine works before an old one is deleted. Then machines are replaced in
 * turns; each turn begins only when all machines of the last one are Ready. At the end the surge is
 * removed.
 *
 * The pool controller replaces a missing machine by one with the lowest free number, and removes the
 * machines with the highest numbers when the pool shrinks. It removes its finalizer from a deleted
 * machine only while the number of machines equals the size of the pool. So this function deletes
 * nothing at any other time, and does not shrink the pool while a machine is being deleted.
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
  // A machine has a number that is too high, while a lower number is missing.
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

/** Returns the next step when the number of machines differs from the size of the pool: its controller is at work or cannot continue. */
function settle({ machines, size, surged }: RolloutFacts, target: number, surge: number) {
  const { length } = machines;
  // This deletes nothing, because the pool does not have that many machines yet.
  if (size > length && target < size) {
    return { kind: 'resize', size: Math.max(target, length), surge } as const;
  }
  // Otherwise the controller would wait forever: it removes its finalizer only when the numbers match.
  if (size < length && machines.some(({ isStuck }) => isStuck)) {
    return { kind: 'resize', size: length, surge: surged } as const;
  }
  return { kind: 'wait' } as const;
}

/** Returns the machines to replace next: surge machines first, then machines that are not Ready, then by number. */
function turn(
  goal: RolloutGoal,
  { inTurn, machines }: RolloutFacts,
  candidates: readonly RolloutMachine[],
): RolloutStep {
  const begun = candidates.filter(({ name }) => inTurn.has(name));
  if (begun.length > 0) return { kind: 'retire', machines: begun };
  // A machine that is not back, or never comes back, stops the replacement of all others.
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
  // Replacing a machine that is down costs no availability.
  const chosen =
    broken.length > 0 ? broken.slice(0, atATime(goal)) : ordered.slice(0, Math.max(0, room));
  return chosen.length === 0 ? { kind: 'blocked' } : { kind: 'retire', machines: chosen };
}
