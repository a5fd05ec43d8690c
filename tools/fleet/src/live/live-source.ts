// SPDX-License-Identifier: Apache-2.0
import { sandboxEnvironment } from '@strata/sandbox/environment-name';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { liveEnvironment } from './live-schema.ts';
import type { LiveEnvironment } from './live-schema.ts';

const repository = resolve(import.meta.dirname, '../../../..');

/** Environments that are read at the same time. */
const parallel = 3;

/** Settings of {@link LiveSource}. */
export interface LiveOptions {
  /** Root folder of the repository whose stacks are read. @default this one */
  readonly root?: string;
  /** Name of the sandbox that the environment `sandbox` means. @default the only one */
  readonly sandbox?: string | undefined;
  /** Command of the process that reads an environment. @default {@link readerCommand} */
  readonly command?: (environment: string) => readonly string[];
  /** Seconds that one environment may take, with all its clusters. @default 300 */
  readonly seconds?: number;
}

/** Returns the command that reads an environment; that of `sandbox` runs inside its rack. */
export function readerCommand(environment: string, root = repository, sandbox?: string): string[] {
  const reader = [process.execPath, join(import.meta.dirname, 'main.ts'), environment, root];
  if (environment !== sandboxEnvironment) return reader;
  const which = sandbox === undefined ? [] : ['--name', sandbox];
  const rack = join(repository, 'tools/sandbox/src/main.ts');
  return [process.execPath, rack, ...which, 'exec', ...reader];
}

/** Process that reads one environment. */
interface Reader {
  readonly child: ChildProcess;
  readonly lines: AsyncIterator<string>;
}

/**
 * Reads what stacks and clusters of environments say. A process of its own reads each environment and
 * has its kubeconfigs. What that process prints must match the schema of the page, so nothing else
 * gets into this process.
 */
export class LiveSource implements Disposable {
  readonly #readers = new Map<string, Reader>();
  readonly #options: LiveOptions;
  #hasEnded = false;

  constructor(options: LiveOptions = {}) {
    this.#options = options;
  }

  /** Reads environments, in this order. One that cannot be read has the reason. */
  read(environments: readonly string[]): Promise<LiveEnvironment[]> {
    return Readable.from(environments)
      .map((name: string) => this.#readOne(name), { concurrency: parallel })
      .toArray() as Promise<LiveEnvironment[]>;
  }

  async #readOne(name: string): Promise<LiveEnvironment> {
    const { seconds = 300 } = this.#options;
    const refuse = (problem: string): LiveEnvironment => {
      this.#end(name);
      return { name, at: new Date().toISOString(), problem };
    };
    if (this.#hasEnded) return refuse('reading was ended');
    const { child, lines } = this.#readers.get(name) ?? this.#start(name);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((settle) => {
      timer = setTimeout(() => settle('late'), seconds * 1_000);
    });
    try {
      child.stdin?.write('read\n');
      const next = await Promise.race([lines.next(), late]);
      if (next === 'late') return refuse(`it was not read within ${seconds} s`);
      if (next.done === true) return refuse(endOf(name));
      const parsed = liveEnvironment.safeParse(JSON.parse(next.value));
      return parsed.success && parsed.data.name === name ? parsed.data : refuse(unexpected);
    } catch {
      return refuse(endOf(name));
    } finally {
      clearTimeout(timer);
    }
  }

  #start(name: string): Reader {
    const { command, root, sandbox } = this.#options;
    const [program = '', ...args] = command?.(name) ?? readerCommand(name, root, sandbox);
    // Its messages may quote a state, so they are not shown. It ends when its input ends, and gets no
    // Ctrl-C of the terminal.
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
    const output = createInterface({ input: child.stdout });
    child.once('error', () => output.close());
    child.stdin.on('error', () => undefined);
    const reader = { child, lines: output[Symbol.asyncIterator]() };
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
    this.#hasEnded = true;
    for (const name of [...this.#readers.keys()]) this.#end(name);
  }
}

const unexpected = 'what was read is not shown, because it is not what the page may know';

function endOf(name: string): string {
  return name === sandboxEnvironment
    ? 'the sandbox does not run, or could not be entered: npx strata status'
    : `the process that reads it ended: npx strata doctor ${name} may say why`;
}
