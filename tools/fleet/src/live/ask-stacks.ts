// SPDX-License-Identifier: Apache-2.0
import { lastUpdate, stateTimes } from '@strata/gitops/last-update';
import type { LastUpdate } from '@strata/gitops/last-update';
import { pulumi } from '@strata/gitops/pulumi-process';
import { listStacks } from '@strata/nx-pulumi/stacks';
import type { Stack } from '@strata/nx-pulumi/stacks';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ask } from './ask.ts';
import type { Asked, LiveStack } from './live-schema.ts';
import { SayableError } from './say-problem.ts';
import { printed } from './say-pulumi.ts';
import { readOutputs } from './stack-outputs.ts';
import type { StackOutputs } from './stack-outputs.ts';

/** Commands of Pulumi at a time. */
const parallel = 4;
/** Milliseconds that a backend has to answer one of them. */
const patience = 30_000;

/** What the state of a stack says. */
export interface StackState {
  readonly stack: Stack;
  readonly update: LiveStack['update'];
  readonly outputs: Asked<StackOutputs>;
}

/** Where states are read. */
export interface StateContext {
  readonly root: string;
  /** Variables with the backend and the key of the environment. */
  readonly env: NodeJS.ProcessEnv;
}

/** Says what the history of a stack knows of its last update. */
function updateOf(update: LastUpdate): NonNullable<LiveStack['update']['value']> {
  const { endedAt } = update;
  if ('commit' in update) {
    return { commit: update.commit, endedAt: new Date(update.endedAt).toISOString() };
  }
  const { unknown } = update;
  // Its words in brackets are Pulumi's own, and may quote a backend's URL.
  const remark = unknown.replace(/ \(.*$/s, '');
  if (endedAt === undefined) throw new SayableError(remark);
  return { endedAt: new Date(endedAt).toISOString(), remark };
}

/**
 * Reads the states of an environment's stacks. A state that Pulumi has not written since is not read
 * again, for a hundred of them take a minute.
 */
export class StateReader {
  readonly #context: StateContext;
  readonly #known = new Map<string, { readonly writtenAt: number; readonly state: StackState }>();

  constructor(context: StateContext) {
    this.#context = context;
  }

  async read(environment: string): Promise<StackState[]> {
    const { root } = this.#context;
    const all = listStacks(root);
    const stacks = all.filter((one) => one.environment === environment);
    const context = {
      workspace: { root, stacks: all },
      env: this.#context.env,
      progress: () => undefined,
    };
    const programs = [...new Map(stacks.map((stack) => [stack.program, stack])).values()];
    const times = new Map(
      await Promise.all(
        programs.map(async (stack) => {
          const of = await stateTimes({ ...context, signal: AbortSignal.timeout(patience) }, stack);
          return [stack.program, of] as const;
        }),
      ),
    );
    const states = await Readable.from(stacks)
      .map(
        async (stack: Stack) => {
          const written = times.get(stack.program) ?? new Map<string, number>();
          const writtenAt = written.get(stack.stack);
          const known = this.#known.get(stack.id);
          if (known !== undefined && known.writtenAt === writtenAt) return known.state;
          const signal = AbortSignal.timeout(patience);
          const update = await ask('history', stack.id, async () =>
            updateOf(await lastUpdate({ ...context, signal }, stack, written)),
          );
          const state = { stack, update, outputs: await this.#outputs(stack) };
          if (writtenAt !== undefined) this.#known.set(stack.id, { writtenAt, state });
          return state;
        },
        { concurrency: parallel },
      )
      .toArray();
    return states as StackState[];
  }

  #outputs({ id, program, stack }: Stack): Promise<Asked<StackOutputs>> {
    const { env, root } = this.#context;
    const args = ['stack', 'output', '--json', '--show-secrets', '--stack', stack];
    return ask('outputs', id, async () => {
      const signal = AbortSignal.timeout(patience);
      const cwd = join(root, 'packages', program);
      return readOutputs(printed(await pulumi(args, { cwd, env, signal })));
    });
  }
}
