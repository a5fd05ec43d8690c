// SPDX-License-Identifier: Apache-2.0
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** Milliseconds to wait before each restart in a row; the last value repeats. */
const restartDelays = [500, 1_000, 2_000, 5_000, 10_000, 20_000] as const;

/**
 * Milliseconds after which a running process counts as healthy, so that its restart delays begin
 * anew.
 */
const healthyAfter = 60_000;

export interface ProcessSpec {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** File to which both output streams are appended. */
  readonly logFile: string;
  /** Seconds between the polite signal and the kill. @default 10 */
  readonly stopGraceSeconds?: number;
  /**
   * Signal that ends the process by force; a wrapper may have to end its child itself.
   *
   * @default SIGKILL
   */
  readonly forceSignal?: NodeJS.Signals;
  /** Whether the process is started again after this exit code. @default after every exit */
  readonly restarts?: (exitCode: number) => boolean;
}

export interface ProcessExit {
  /** Exit code; 128 plus the signal's number when a signal ended the process, as shells count. */
  readonly code: number;
  readonly finishedAt: Date;
}

export interface ProcessState {
  readonly phase: 'running' | 'waiting' | 'ended';
  readonly pid?: number;
  readonly startedAt?: Date;
  readonly restarts: number;
  readonly lastExit?: ProcessExit;
}

const signalNumbers: Partial<Record<NodeJS.Signals, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGTERM: 15,
};

/** One long-lived process: started, logged, restarted when it ends, until it is stopped. */
export class SupervisedProcess {
  readonly spec: ProcessSpec;
  private readonly onChange: () => void;
  private child: ChildProcess | undefined;
  private stopping = false;
  private state_: ProcessState = { phase: 'waiting', restarts: 0 };
  private attempt = 0;
  private timer: NodeJS.Timeout | undefined;

  /** @param onChange - Called after every change of `state`. */
  constructor(spec: ProcessSpec, onChange: () => void = () => undefined) {
    this.spec = spec;
    this.onChange = onChange;
  }

  get state(): ProcessState {
    return this.state_;
  }

  start(): void {
    const { command, env, cwd, logFile } = this.spec;
    const log = openSync(logFile, 'a', 0o600);
    const [file, ...args] = command;
    const child = spawn(file, args, { env, cwd, stdio: ['ignore', log, log] });
    closeSync(log);
    this.child = child;
    child.once('error', () => this.onExit(127));
    child.once('exit', (code, signal) => {
      this.onExit(code ?? 128 + (signal === null ? 0 : (signalNumbers[signal] ?? 0)));
    });
    this.change({ phase: 'running', startedAt: new Date(), ...(child.pid && { pid: child.pid }) });
  }

  /** Ends the process by force; it is restarted as after any other exit. */
  kill(): void {
    this.signal(this.spec.forceSignal ?? 'SIGKILL');
  }

  /** Sends a signal to the process, if it runs. */
  signal(name: NodeJS.Signals): void {
    this.child?.kill(name);
  }

  /** Ends the process politely, and by force after the grace period. Returns once it is gone. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    const child = this.child;
    if (child === undefined) return;
    const gone = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    child.kill('SIGTERM');
    const { stopGraceSeconds = 10, forceSignal = 'SIGKILL' } = this.spec;
    const force = setTimeout(() => child.kill(forceSignal), stopGraceSeconds * 1_000);
    await gone;
    clearTimeout(force);
  }

  private onExit(code: number): void {
    this.child = undefined;
    const { startedAt, restarts } = this.state_;
    const lastExit = { code, finishedAt: new Date() };
    const again = !this.stopping && (this.spec.restarts?.(code) ?? true);
    if (again) {
      const lived = startedAt === undefined ? 0 : Date.now() - startedAt.getTime();
      if (lived > healthyAfter) this.attempt = 0;
      const delay = restartDelays[Math.min(this.attempt, restartDelays.length - 1)];
      this.attempt += 1;
      this.timer = setTimeout(() => {
        this.change({ restarts: restarts + 1 });
        this.start();
      }, delay);
    }
    this.state_ = { phase: again ? 'waiting' : 'ended', restarts, lastExit };
    this.onChange();
  }

  private change(change: Partial<ProcessState>): void {
    this.state_ = { ...this.state_, ...change };
    this.onChange();
  }
}
