// SPDX-License-Identifier: Apache-2.0
import { parseYaml } from '@strata/plan-check/read-yaml';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { engineSettings } from './engine-settings.ts';

/**
 * Name of the variable in which Pulumi takes plug-ins that run already: `name:port`.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/pkg/resource/plugin/provider_plugin.go#L147
 */
export const runningPluginsVariable = 'PULUMI_DEBUG_PROVIDERS';

/** The plug-in of keys, the only one that knows no stack and no cluster before it is asked. */
const pluginName = 'strata';

interface PulumiFile {
  readonly plugins?: {
    readonly providers?: readonly { readonly name: string; readonly path: string }[];
  };
}

/** Returns the executable of the plug-in that a program uses; undefined if it uses none. */
function executableOf(folder: string): string | undefined {
  const file = join(folder, 'Pulumi.yaml');
  if (!existsSync(file)) return undefined;
  const { plugins } = (parseYaml(readFileSync(file, 'utf8'), file) as PulumiFile | null) ?? {};
  const path = plugins?.providers?.find(({ name }) => name === pluginName)?.path;
  return path === undefined ? undefined : resolve(folder, path, `pulumi-resource-${pluginName}`);
}

/** Stacks that may share a plug-in, and what they run with. */
export interface WantedPlugin {
  readonly env: NodeJS.ProcessEnv;
  /** Folder of the program of each stack. */
  readonly folders: readonly string[];
  /** Number of stacks that begin at once, before the plug-in runs. */
  readonly parallel: number;
}

/**
 * Plug-in of keys for all stacks of a run that changes nothing: previews, and checks for drift. Each
 * engine would start one of its own, which is a fifth of the CPU time of a small check. It gets no
 * passphrase and no address of a state, changes nothing, and ends when it is disposed of, or when this
 * process is gone.
 */
export class SharedPlugin implements Disposable {
  #child: ChildProcess | undefined;
  #port: string | undefined;
  /** Resolves when it runs, or cannot be started. */
  readonly started: Promise<void>;

  /** Starts it where more stacks use it than begin at once, and nobody has chosen running plug-ins. */
  constructor({ env, folders, parallel }: WantedPlugin) {
    // A program has many stacks, and its file is read once.
    const found = new Map([...new Set(folders)].map((folder) => [folder, executableOf(folder)]));
    const executables = folders.flatMap((folder) => found.get(folder) ?? []);
    const [executable] = executables;
    const isWanted = executables.length > parallel && env[runningPluginsVariable] === undefined;
    this.started =
      isWanted && executable !== undefined ? this.#start(executable, env) : Promise.resolve();
  }

  /** Returns the variables with which an engine uses it; none if it does not run. */
  variables(): Readonly<Record<string, string>> {
    return this.#port === undefined
      ? {}
      : { [runningPluginsVariable]: `${pluginName}:${this.#port}` };
  }

  #start(executable: string, env: NodeJS.ProcessEnv): Promise<void> {
    const child = spawn(executable, ['--shared'], {
      env: { PATH: env.PATH, HOME: env.HOME, ...engineSettings(env) },
      stdio: ['pipe', 'pipe', 'ignore'],
      // A terminal's Ctrl-C goes to the whole process group, and previews go on to their next step.
      detached: true,
    });
    this.#child = child;
    return new Promise((resolved) => {
      createInterface(child.stdout).once('line', (line) => {
        this.#port = line;
        resolved();
      });
      const end = () => {
        this.#port = undefined;
        resolved();
      };
      // Engines then start their own.
      child.once('error', end).once('exit', end);
    });
  }

  [Symbol.dispose](): void {
    this.#child?.stdin?.end();
  }
}
