// SPDX-License-Identifier: Apache-2.0
import type { ChildProcess } from 'node:child_process';
import type { Tell } from '../console.ts';
import { exitOf, signalGroup, startInGuest } from '../root/commands.ts';
import type { GuestCommands } from '../root/commands.ts';
import type { Unit } from './unit-file.ts';
import { UnitService } from './unit-service.ts';

/** Milliseconds between the end of a service and its next start. */
const restartDelay = 1_000;

/** A service from a unit file; its commands are real processes in the guest. */
export class FileService extends UnitService<Unit> {
  private readonly commands: GuestCommands;
  private readonly tell: Tell;
  private process: ChildProcess | undefined;

  constructor(unit: Unit, commands: GuestCommands, tell: Tell) {
    super(unit);
    this.commands = commands;
    this.tell = tell;
  }

  async start(): Promise<void> {
    if (this.state === 'active') return;
    if (this.unit.type === 'simple') {
      this.startProcess();
      return;
    }
    this.state = 'activating';
    const failure = await this.runAll('execStart', this.unit.timeoutStart);
    if (failure !== undefined) {
      this.state = 'failed';
      throw new Error(failure);
    }
    this.state = this.unit.remainAfterExit ? 'active' : 'inactive';
  }

  async stop(): Promise<void> {
    // It waits for its next start, which is called off.
    if (this.state === 'activating' && this.unit.type === 'simple') this.state = 'inactive';
    if (this.state !== 'active') return;
    this.state = 'deactivating';
    const failure = await this.runAll('execStop', this.unit.timeoutStop);
    if (failure !== undefined) this.tell(failure);
    await this.stopProcess();
    this.state = failure === undefined ? 'inactive' : 'failed';
  }

  /** Runs commands one after the other. @returns What went wrong. */
  private async runAll(
    key: 'execStart' | 'execStop',
    timeout: number | undefined,
  ): Promise<string | undefined> {
    const deadline = timeout === undefined ? undefined : Date.now() + timeout;
    for (const { argv, mayFail } of this.unit[key]) {
      const { code, timedOut } = await this.commands.run(argv, this.tell, {
        env: this.unit.environment,
        ...(deadline !== undefined && { timeout: Math.max(deadline - Date.now(), 1) }),
      });
      if (timedOut) return `${argv[0] ?? ''} timed out, terminated`;
      if (code !== 0 && !mayFail) return `${argv[0] ?? ''} exited with status ${code}`;
    }
    return undefined;
  }

  private startProcess(): void {
    const [start] = this.unit.execStart;
    if (start === undefined) throw new Error('no ExecStart=');
    const options = { env: this.unit.environment };
    const child = startInGuest(this.commands.root, start.argv, this.tell, options);
    this.process = child;
    this.state = 'active';
    void exitOf(child).then((code) => {
      if (this.process !== child || this.state !== 'active') return;
      this.tell(`main process exited with status ${code}`);
      this.state = code === 0 && !this.unit.restart ? 'inactive' : 'failed';
      if (this.unit.restart) {
        this.state = 'activating';
        setTimeout(() => {
          if (this.state === 'activating') this.startProcess();
        }, restartDelay).unref();
      }
    });
  }

  private async stopProcess(): Promise<void> {
    const child = this.process;
    this.process = undefined;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    signalGroup(child, 'SIGTERM');
    const force = setTimeout(() => signalGroup(child, 'SIGKILL'), this.unit.timeoutStop);
    await exitOf(child);
    clearTimeout(force);
  }
}
