// SPDX-License-Identifier: Apache-2.0
import { PassphraseKeys } from '@strata/gitops/passphrase-keys';
import { listStacks } from '@strata/nx-pulumi/stacks';
import type { Stack } from '@strata/nx-pulumi/stacks';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Reading } from './live-schema.ts';
import { pulumiRead } from './pulumi-read.ts';
import type { PulumiRead } from './pulumi-read.ts';
import { timeOf } from './read-objects.ts';
import { SayableError } from './say-problem.ts';
import { readOutputs } from './stack-outputs.ts';
import type { StackOutputs } from './stack-outputs.ts';
import { takeReading } from './take-reading.ts';

/** Commands of Pulumi that run at the same time. */
const parallel = 4;

/** Stack with what its state says. */
export interface StackState {
  readonly stack: Stack;
  /** When Pulumi last wrote the state; undefined when the backend does not say. */
  readonly writtenAt?: string;
  readonly outputs: Reading<StackOutputs>;
}

/** Output of `pulumi stack ls --json`. @see https://www.pulumi.com/docs/iac/cli/commands/pulumi_stack_ls/ */
const list = z.array(z.object({ name: z.string(), lastUpdate: z.string().optional() }));

/** Settings of {@link StackReader}. */
export type StackReaderOptions = Omit<PulumiRead, 'cwd'> & {
  /** Root folder of the repository. */
  readonly root: string;
};

type Listed = z.output<typeof list>;

/**
 * Reads the states of an environment's stacks. A state that Pulumi has not written since is not read
 * again, because each takes a second or two.
 */
export class StackReader {
  readonly #options: StackReaderOptions;
  readonly #known = new Map<string, StackState>();
  /** Derived for the first reading, which reads all states. */
  #keys: PassphraseKeys | undefined;

  constructor(options: StackReaderOptions) {
    this.#options = options;
  }

  /** Returns the stacks of an environment, in the order in which they come up. */
  async read(environment: string): Promise<StackState[]> {
    const { env, root } = this.#options;
    const stacks = listStacks(root).filter((one) => one.environment === environment);
    this.#keys ??= new PassphraseKeys({ workspace: { root }, env, stacks, parallel });
    const programs = [...new Set(stacks.map(({ program }) => program))];
    const listed = new Map(
      await Promise.all(
        programs.map(async (program) => [program, await this.#list(program)] as const),
      ),
    );
    return Readable.from(stacks)
      .map(
        (stack: Stack) => {
          const found = listed.get(stack.program);
          return found === undefined ? undefined : this.#readOne(stack, found);
        },
        { concurrency: parallel },
      )
      .toArray() as Promise<StackState[]>;
  }

  #pulumi(program: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<string> {
    const { env, root, ...options } = this.#options;
    const cwd = join(root, 'packages', program);
    return pulumiRead(args, { ...options, env: { ...env, ...more }, cwd });
  }

  #list(program: string): Promise<Reading<Listed>> {
    return takeReading('outputs', program, async () =>
      list.parse(JSON.parse(await this.#pulumi(program, ['stack', 'ls', '--json']))),
    );
  }

  async #readOne(stack: Stack, listed: Reading<Listed>): Promise<StackState> {
    const { problem, value = [] } = listed;
    // Some backends put the organization in front: `acme/production`.
    const entry = value.find(({ name }) => name.split('/').at(-1) === stack.stack);
    const writtenAt = timeOf(entry?.lastUpdate);
    const known = this.#known.get(stack.id);
    if (known !== undefined && writtenAt !== undefined && known.writtenAt === writtenAt) {
      const at = new Date().toISOString();
      return { ...known, outputs: { ...known.outputs, at } };
    }
    const outputs = await takeReading('outputs', stack.id, async () => {
      if (problem !== undefined) throw new SayableError(problem);
      if (entry === undefined) throw new SayableError('it has not been brought up');
      const args = ['stack', 'output', '--json', '--show-secrets', '--stack', stack.stack];
      const keys = this.#keys?.variables(stack.environment);
      return readOutputs(await this.#pulumi(stack.program, args, keys));
    });
    const state = { stack, ...(writtenAt !== undefined && { writtenAt }), outputs };
    if (outputs.problem === undefined) this.#known.set(stack.id, state);
    return state;
  }
}
