// SPDX-License-Identifier: Apache-2.0
import { sandboxEnvironment } from '@strata/sandbox/environment-name';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { liveEnvironment } from './live-schema.ts';
import type { LiveEnvironment } from './live-schema.ts';

const repository = resolve(import.meta.dirname, '../../../..');

/** Milliseconds that reading an environment may take, however many clusters it has. */
const patience = 300_000;

/** Options of {@link LiveSource}. */
export interface LiveOptions {
  /** Which sandbox is meant by the environment `sandbox`. @default the only one */
  readonly sandbox?: string | undefined;
  /** Command of the process that reads an environment. @default `live/main.ts`, for `sandbox` in its rack */
  readonly command?: (environment: string) => readonly string[];
  /** @default five minutes */
  readonly patience?: number;
}

/** Returns the command that reads an environment. */
export function readerCommand(environment: string, sandbox?: string): string[] {
  const reader = [process.execPath, join(import.meta.dirname, 'main.ts'), environment];
  if (environment !== sandboxEnvironment) return reader;
  const which = sandbox === undefined ? [] : ['--name', sandbox];
  const rack = join(repository, 'tools/sandbox/src/main.ts');
  return [process.execPath, rack, ...which, 'exec', ...reader];
}

interface Reader {
  readonly child: ChildProcess;
  readonly lines: AsyncIterator<string>;
}

/**
 * What states and clusters say of environments. Each environment is read by a process of its own,
 * which has the kubeconfigs; what it prints is held against a list of fields, so nothing else gets
 * into this process.
 */
export class LiveSource implements Disposable {
  readonly #readers = new Map<string, Reader>();
  readonly #options: LiveOptions;

  constructor(options: LiveOptions = {}) {
    this.#options = options;
  }

  /** Reads environments at the same time; one that cannot be read says why. */
  read(environments: readonly string[]): Promise<LiveEnvironment[]> {
    return Promise.all(environments.map((name) => this.#readOne(name)));
  }

  async #readOne(name: string): Promise<LiveEnvironment> {
    const { patience: limit = patience } = this.#options;
    const refuse = (problem: string): LiveEnvironment => {
      this.#end(name);
      return { name, at: new Date().toISOString(), problem };
    };
    const { child, lines } = this.#readers.get(name) ?? this.#start(name);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), limit);
    });
    try {
      child.stdin?.write('read\n');
      const next = await Promise.race([lines.next(), late]);
      if (next === 'late') return refuse(`it was not read within ${limit / 1_000} s`);
      if (next.done === true) return refuse(endOf(name));
      const parsed = liveEnvironment.safeParse(JSON.parse(next.value));
      return parsed.success ? parsed.data : refuse(unexpected(parsed.error.issues));
    } catch {
      return refuse(endOf(name));
    } finally {
      clearTimeout(timer);
    }
  }

  #start(name: string): Reader {
    const { command, sandbox } = this.#options;
    const [program = '', ...args] = command?.(name) ?? readerCommand(name, sandbox);
    // It ends when its input does. What it complains about may quote a state, and is not shown.
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
    child.once('error', () => child.stdout.destroy());
    child.stdin.on('error', () => undefined);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const reader = { child, lines };
    this.#readers.set(name, reader);
    return reader;
  }

  #end(name: string): void {
    const { child } = this.#readers.get(name) ?? {};
    this.#readers.delete(name);
    child?.stdin?.destroy();
    child?.kill();
  }

  [Symbol.dispose](): void {
    for (const name of this.#readers.keys()) this.#end(name);
  }
}

function endOf(name: string): string {
  return name === sandboxEnvironment
    ? 'the sandbox does not run, or could not be entered: npx strata status'
    : `the process that reads it ended; npx strata doctor ${name} may say why`;
}

/** Names the fields that look different than they should, without their values. */
function unexpected(issues: readonly { readonly path: readonly PropertyKey[] }[]): string {
  const places = issues.map(({ path }) => path.map(String).join('.'));
  return `what was read is not shown, for it is not as expected: ${places.slice(0, 3).join(', ')}`.slice(0, 500);
}
