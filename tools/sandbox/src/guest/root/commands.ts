// SPDX-License-Identifier: Apache-2.0
import { spawn, type ChildProcess } from 'node:child_process';
import { byLine, type Tell } from '../console.ts';

/** Environment that systemd gives to every unit. */
export const guestEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
} as const;

/** How a command of the guest ended. */
export interface CommandEnd {
  /**
   * Exit code; 128 plus the signal's number when a signal ended the command, 127 when it does not
   * exist.
   */
  readonly code: number;
  readonly timedOut: boolean;
}

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds after which the command is ended with all its children. @default no limit */
  readonly timeout?: number;
}

/** Signals that end commands here, with their numbers. */
const signalNumbers: Partial<Record<NodeJS.Signals, number>> = { SIGTERM: 15, SIGKILL: 9 };

/** A folder that one command, and no other, sees at a second place. */
export interface Bind {
  readonly source: string;
  readonly target: string;
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly binds?: readonly Bind[];
}

/**
 * Shell script: mounts pairs of folders up to `--` in a mount namespace of its own, then runs
 * chroot.
 */
const bindAndEnter =
  'while [ "$1" != -- ]; do mkdir -p "$2" && mount --bind "$1" "$2" || exit 1; shift 2; done; ' +
  'shift; exec chroot "$@"';

/** Starts a command in the guest's file system, in its own process group. */
export function startInGuest(
  root: string,
  command: readonly string[],
  tell: Tell,
  { env = {}, binds = [] }: StartOptions = {},
): ChildProcess {
  const pairs = binds.flatMap(({ source, target }) => [source, target]);
  const enter =
    binds.length === 0
      ? ['chroot']
      : ['unshare', '--mount', 'sh', '-c', bindAndEnter, 'sh', ...pairs, '--'];
  const [program = '', ...args] = [...enter, root, ...command];
  const child = spawn(program, args, {
    env: { ...guestEnvironment, ...env },
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', byLine(tell));
  child.stderr.on('data', byLine(tell));
  return child;
}

/** Signals a process and all processes of its group. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // The process is gone already.
  }
}

/** Resolves with the exit code, once the process has ended and its output has been read. */
export function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('close', (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : (signalNumbers[signal] ?? 0)));
    });
  });
}

/** Runs commands to their end; can end all of them at once. */
export class GuestCommands {
  private readonly running = new Set<ChildProcess>();
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  async run(
    command: readonly string[],
    tell: Tell,
    options: CommandOptions = {},
  ): Promise<CommandEnd> {
    const child = startInGuest(this.root, command, tell, options);
    this.running.add(child);
    let timedOut = false;
    const limit =
      options.timeout === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            signalGroup(child, 'SIGKILL');
          }, options.timeout);
    const code = await exitOf(child);
    clearTimeout(limit);
    this.running.delete(child);
    return { code, timedOut };
  }

  /** Ends all commands that still run. */
  endAll(): void {
    for (const child of this.running) signalGroup(child, 'SIGTERM');
  }
}
