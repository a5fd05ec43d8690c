// SPDX-License-Identifier: Apache-2.0
import { isUnknownStack } from '@strata/gitops/unknown-stack';
import { recoverySteps } from '@strata/gitops/state';
import { ProveError } from '../prove-error.ts';
import { lastLine, runProgram } from '../run-program.ts';
import type { Ended, RunOptions } from '../run-program.ts';
import { readExport } from './deployment.ts';
import type { Exported } from './deployment.ts';

/** Environment variables of the update that takes on objects. */
const adoption = Object.assign({}, ...recoverySteps.map(({ env }) => env)) as NodeJS.ProcessEnv;

/** The stack of a user cluster, by way of Pulumi. */
export class ClusterStack {
  readonly name: string;
  readonly #options: RunOptions;

  /** @param options - of Pulumi; its folder is the root of the repository. */
  constructor(name: string, options: RunOptions) {
    this.name = name;
    this.#options = options;
  }

  /**
   * Reads its state.
   *
   * @returns undefined when the backend has no such stack.
   */
  async export(flags: readonly string[] = []): Promise<Exported | undefined> {
    const ended = await this.#pulumi(['stack', 'export', ...flags, '--stack', this.name]);
    if (ended.code === 0) return readExport(ended.stdout);
    if (isUnknownStack(ended)) return undefined;
    throw this.#failure('export the state', ended);
  }

  /** @param provider - of secrets. Default: a passphrase */
  async init(provider?: string): Promise<void> {
    const flags = provider === undefined ? [] : ['--secrets-provider', provider];
    const ended = await this.#pulumi(['stack', 'init', this.name, '--no-select', ...flags]);
    if (ended.code !== 0) throw this.#failure('make the stack', ended);
  }

  /** Removes the lock of a run that was killed; without one, it does nothing. */
  async cancel(): Promise<void> {
    await this.#pulumi(['cancel', '--yes', '--stack', this.name]);
  }

  /** Replaces its state. What is imported goes by standard input: it is in no file and no argument. */
  async import(state: object): Promise<void> {
    const input = JSON.stringify(state);
    const ended = await this.#pulumi(['stack', 'import', '--stack', this.name], { input });
    if (ended.code !== 0) throw this.#failure('import the keys', ended);
  }

  /** Returns what an update that takes on objects would do, as JSON without secrets. */
  async preview(): Promise<string> {
    const env = { ...this.#options.env, ...adoption };
    const ended = await this.#pulumi(['preview', '--json', '--stack', this.name], { env });
    return ended.stdout;
  }

  async #pulumi(args: readonly string[], more: Partial<RunOptions> = {}): Promise<Ended> {
    const all = ['-C', 'packages/user-cluster', ...args, '--non-interactive'];
    const ended = await runProgram('pulumi', all, { ...this.#options, ...more });
    if (ended.code !== 127) return ended;
    throw new ProveError('pulumi is not on PATH: npx strata restore-state has it.');
  }

  #failure(what: string, { stderr }: Ended): ProveError {
    return new ProveError(
      `pulumi cannot ${what} of ${this.name}: ${lastLine(stderr)}. Are backend and passphrase right?`,
    );
  }
}
