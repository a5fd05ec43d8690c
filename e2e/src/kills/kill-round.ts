// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { countWhole, expectNothingToDo, inspect, type Whole } from './inspect.ts';
import type { KillLab, Running } from './kill-lab.ts';
import { operations, type Kill, type Operation } from './kill-schedule.ts';
import type { End, KillResult } from './kill-summary.ts';
import { putRight } from './put-right.ts';
import { bringUserData, expectService, userIdentity } from './user-data.ts';
import { strike } from './victims.ts';

/** Duration and result of an operation that was not disturbed. */
export interface Undisturbed {
  /** In milliseconds. */
  readonly duration: number;
  readonly whole: Whole;
}

/** How long something is looked for that does not run yet when its moment comes, in milliseconds. */
const search = 10_000;

/** Whether an operation has ended, without waiting for it. */
async function hasEnded({ ended }: Running, within: number): Promise<boolean> {
  return Promise.race([ended.then(() => true), sleep(within).then(() => false)]);
}

/** Kills what is to be killed at its moment, or a little later. */
async function strikeInTime(
  lab: KillLab,
  run: Running,
  kill: Kill,
  duration: number,
): Promise<boolean> {
  if (await hasEnded(run, kill.part * duration)) return false;
  const deadline = Date.now() + search;
  while (Date.now() < deadline) {
    if (await strike(lab, run, kill)) return true;
    if (await hasEnded(run, 100)) return false;
  }
  return false;
}

/** Data is brought after the first operation, and must outlive all but the last one. */
async function look(lab: KillLab, operation: Operation): Promise<string> {
  if (operation === 'destroy') return '';
  if (operation === 'create') await bringUserData(lab);
  await expectService(lab, operation);
  return userIdentity(lab);
}

/** Runs every operation once without a kill. */
export async function undisturbed(lab: KillLab): Promise<Readonly<Record<Operation, Undisturbed>>> {
  const measured: Partial<Record<Operation, Undisturbed>> = {};
  for (const operation of operations) {
    lab.want(operation);
    const begin = Date.now();
    const { code, stderr, stdout } = await lab.operate(operation).ended;
    const duration = Date.now() - begin;
    if (code !== 0)
      throw new Error(`${operation} failed that nobody disturbed:\n${stdout}${stderr}`);
    await look(lab, operation);
    measured[operation] = { duration, whole: await countWhole(lab, operation) };
    console.log(`undisturbed ${operation}: ${Math.round(duration / 1_000)} s`);
  }
  return measured as Record<Operation, Undisturbed>;
}

/** Tries kills one after the other, and keeps in mind whose data there is. */
export class KillRounds {
  readonly #lab: KillLab;
  readonly #undisturbed: Readonly<Record<Operation, Undisturbed>>;
  #identity = '';

  constructor(lab: KillLab, how: Readonly<Record<Operation, Undisturbed>>) {
    this.#lab = lab;
    this.#undisturbed = how;
  }

  /** Begins an operation, kills something, puts it right, and looks at what there is. */
  async try(kill: Kill): Promise<KillResult> {
    const lab = this.#lab;
    const { operation } = kill;
    lab.want(operation);
    const run = lab.operate(operation);
    const isStruck = await strikeInTime(lab, run, kill, this.#undisturbed[operation].duration);
    const struck = Date.now();
    const { end, found } = await this.#bringToEnd(run, kill, isStruck);
    const seconds = (Date.now() - struck) / 1_000;
    const problems = found.length > 0 ? found : await this.#inspect(operation);
    const reached = isStruck ? end : 'not met';
    return { kill, end: problems.length > 0 ? 'failed' : reached, seconds, problems };
  }

  async #bringToEnd(
    run: Running,
    { operation, victim }: Kill,
    isStruck: boolean,
  ): Promise<{ readonly end: End; readonly found: readonly string[] }> {
    const lab = this.#lab;
    // Whatever asks an API server that is no more is ended by the command itself.
    const isGone = isStruck && victim === 'supervisor';
    if (!isGone) {
      const { code, stderr, stdout } = await run.ended;
      await lab.settle();
      if (code === 0) return { end: 'went on', found: [] };
      if (!isStruck) return { end: 'failed', found: [`it failed by itself:\n${stdout}${stderr}`] };
    }
    return { end: 'put right', found: await putRight(lab, operation, victim) };
  }

  async #inspect(operation: Operation): Promise<readonly string[]> {
    const lab = this.#lab;
    try {
      const identity = await look(lab, operation);
      const isOther =
        operation !== 'create' && operation !== 'destroy' && identity !== this.#identity;
      const other = isOther ? [`it was\n${this.#identity}\nand is\n${identity}`] : [];
      this.#identity = identity;
      return [
        ...other,
        ...(await inspect(lab, operation, this.#undisturbed[operation].whole)),
        ...(operation === 'destroy' ? [] : await expectNothingToDo(lab)),
      ];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  }
}
