// SPDX-License-Identifier: Apache-2.0
import type { StackReport } from '../report/stack-report.ts';
import { PassphraseKeys } from './passphrase-keys.ts';
import { SharedPlugin } from './shared-plugin.ts';
import type { Workspace } from './workspace.ts';

/** Stack that shares parts with others. */
export interface SharingStack {
  readonly environment: string;
  /** Path of its file from the root of the workspace. */
  readonly file: string;
  /** Folder of its program. */
  readonly folder: string;
}

/** Stacks of a run, which share what they need alike. */
export interface Sharing {
  readonly workspace: Pick<Workspace, 'root'>;
  readonly env: NodeJS.ProcessEnv;
  readonly operation: StackReport['operation'];
  readonly stacks: readonly SharingStack[];
  /** Number of stacks that begin at once, before anything is there to be shared. */
  readonly parallel: number;
}

/** Operations that change nothing. */
const looks: readonly StackReport['operation'][] = ['preview', 'drift'];

/** Parts of Pulumi that stacks of a run share, where each would make its own. */
export class SharedParts implements Disposable {
  readonly #keys: PassphraseKeys;
  readonly #plugin: SharedPlugin | undefined;

  constructor({ env, operation, parallel, stacks, workspace }: Sharing) {
    this.#keys = new PassphraseKeys({ workspace, env, stacks, parallel });
    const folders = stacks.map(({ folder }) => folder);
    if (looks.includes(operation)) this.#plugin = new SharedPlugin({ env, folders, parallel });
  }

  /** Returns the variables by which a stack of an environment uses what is there by now. */
  variables(environment: string): Readonly<Record<string, string>> {
    return { ...this.#keys.variables(environment), ...this.#plugin?.variables() };
  }

  [Symbol.dispose](): void {
    this.#plugin?.[Symbol.dispose]();
  }
}
