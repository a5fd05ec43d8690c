// SPDX-License-Identifier: Apache-2.0
import type { Work } from '../lifecycle/index.ts';
import type { Machine } from './machines.ts';
import { poolFailure, surgeOf, type Pool } from './pool.ts';
import { noRoomReason } from './rollout-machine.ts';
import type { RolloutGoal, RolloutMachine } from './rollout-step.ts';

/** Seconds that a surge machine may find no room before the rollout continues without it. */
const fullAfterSeconds = 90;

/** Watches whether the infra cluster has room for the surge machines of a rollout. */
export class RoomWatch {
  /** Why there is no room for another machine; undefined while there is room or it is not known. */
  full: string | undefined;
  private readonly wish: RolloutGoal & { readonly pool: string };
  private readonly work: Work;
  private crampedSince: number | undefined;

  constructor(wish: RolloutGoal & { readonly pool: string }, work: Work) {
    this.wish = wish;
    this.work = work;
  }

  look(pool: Pool, machines: readonly Machine[], states: readonly RolloutMachine[]): void {
    const { maxUnavailable, replicas } = this.wish;
    if (this.full !== undefined) return;
    const beyond = machines.filter((_, index) => {
      const state = states[index];
      return state !== undefined && state.ordinal >= replicas && state.stage === 'coming';
    });
    const notMade = machines.length < (pool.spec?.replicas ?? 0) && machines.length >= replicas;
    const failure = notMade ? poolFailure(pool) : undefined;
    const reason = failure ?? beyond.map(noRoomReason).find((one) => one !== undefined);
    const now = this.work.clock.now().getTime();
    if (reason === undefined || surgeOf(pool) === 0) {
      this.crampedSince = undefined;
      return;
    }
    this.crampedSince ??= now;
    if (now - this.crampedSince < fullAfterSeconds * 1_000) return;
    this.full = reason;
    const { pool: name } = this.wish;
    if (maxUnavailable > 0) {
      this.work.info(
        `${name}: there is no room for another machine (${reason}); continues without it, ${maxUnavailable} missing at a time`,
      );
    }
  }
}
