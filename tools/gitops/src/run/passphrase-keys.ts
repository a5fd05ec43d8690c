// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import { deriveKey, passphraseOf } from './passphrase.ts';
import { readSecretsSettings } from './secrets-settings.ts';
import { stackEnvironment } from './stack-environment.ts';
import type { Workspace } from './workspace.ts';

/**
 * Name of the variable in which Pulumi takes keys that were derived before: a JSON object of keys by
 * salt, both in base64. Programs and plug-ins do not get it. A CLI without the patch derives its key
 * itself.
 *
 * @see docs/upstream/cli-passphrase-keys.md
 */
export const passphraseKeysVariable = 'PULUMI_CONFIG_PASSPHRASE_KEYS';

/** Stacks for which keys are wanted, and where their files and passphrases are. */
export interface WantedKeys {
  readonly workspace: Pick<Workspace, 'root'>;
  readonly env: NodeJS.ProcessEnv;
  readonly stacks: readonly Pick<Stack, 'environment' | 'file'>[];
  /** Number of stacks that begin at once, before any key is there. */
  readonly parallel: number;
}

/** Returns the salt of a stack's key, in base64; undefined where no passphrase makes it. */
function saltOf(root: string, file: string): string | undefined {
  try {
    return readSecretsSettings(root, file).encryptionsalt?.split(':')[1];
  } catch {
    // The run of the stack says what is wrong with its file.
    return undefined;
  }
}

/** Returns the passphrase of an environment; undefined where the run of its stacks says what is wrong. */
function passphraseFor(env: NodeJS.ProcessEnv, environment: string): string | undefined {
  try {
    const passphrase = passphraseOf(stackEnvironment(env, environment));
    return typeof passphrase === 'string' ? passphrase : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keys that many stacks of a run share. Each run of Pulumi would derive its key from the passphrase
 * again, which is a quarter of the CPU time of a small check for drift. They are derived once, while the
 * first stacks run, and handed to those that begin later.
 */
export class PassphraseKeys {
  readonly #keys = new Map<string, Readonly<Record<string, string>>>();
  /** Resolves when all keys are there. */
  readonly done: Promise<unknown>;

  /** Begins to derive each key that more stacks have than begin at once. */
  constructor({ env, parallel, stacks, workspace }: WantedKeys) {
    // Of so few stacks none begins later, and their files need not be read.
    if (stacks.length <= parallel) {
      this.done = Promise.resolve();
      return;
    }
    const counts = new Map<string, Map<string, number>>();
    for (const { environment, file } of stacks) {
      const salt = saltOf(workspace.root, file);
      if (salt === undefined) continue;
      const own = counts.get(environment) ?? new Map<string, number>();
      counts.set(environment, own.set(salt, (own.get(salt) ?? 0) + 1));
    }
    this.done = Promise.all(
      [...counts].flatMap(([environment, own]) => {
        const passphrase = passphraseFor(env, environment);
        if (passphrase === undefined) return [];
        const shared = [...own].filter(([, count]) => count > parallel);
        return shared.map(async ([salt]) => {
          const key = (await deriveKey(passphrase, salt)).toString('base64');
          this.#keys.set(environment, { ...this.#keys.get(environment), [salt]: key });
        });
      }),
    );
  }

  /** Returns the variables that hand over the keys of an environment which are there by now. */
  variables(environment: string): Readonly<Record<string, string>> {
    const keys = this.#keys.get(environment);
    return keys === undefined ? {} : { [passphraseKeysVariable]: JSON.stringify(keys) };
  }
}
