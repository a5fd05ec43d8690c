// SPDX-License-Identifier: Apache-2.0
import { ensureManifests } from '@strata/manifests/ensure';
import {
  down,
  fetchStatus,
  instanceAt,
  reset,
  saveKubeconfig,
  up,
  updateStack,
  type Captured,
  type Instance,
  type RackSession,
} from '@strata/sandbox';
import { consoleReport, silentReport } from '@strata/toolchain';
import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { eventually, openSession, stacks, statusOf } from '../environment.ts';
import { killRun, runVariable } from '../gitops/killed-run.ts';
import { TeamRepository } from '../gitops/team-repository.ts';
import { clusterFile, clusterText } from './cluster-files.ts';
import type { Operation } from './kill-schedule.ts';

/** How long an operation or a command may take at most, in milliseconds. */
const longest = 1_800_000;

/** An operation on the user cluster that runs. */
export interface Running {
  /** By which its processes are known: the value of a variable that they hand down. */
  readonly mark: string;
  readonly ended: Promise<Captured>;
}

/** Arguments of `pulumi` for each operation. */
const commands: Readonly<Record<Operation, readonly string[]>> = {
  create: ['up', '--yes', '--skip-preview'],
  roll: ['up', '--yes', '--skip-preview'],
  upgrade: ['up', '--yes', '--skip-preview'],
  destroy: ['destroy', '--yes', '--skip-preview'],
};

/** Runs a program on the machine, and keeps what it says. */
async function onTheMachine(args: readonly string[], cwd: string): Promise<Captured> {
  const options = { cwd, timeout: longest, maxBuffer: 1 << 27 };
  try {
    const { stderr, stdout } = await promisify(execFile)(process.execPath, [...args], options);
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stderr = '', stdout = '' } = error as Partial<Captured> & Error;
    return { code: code ?? 1, stdout, stderr: stderr || String(error) };
  }
}

/**
 * A sandbox with the platform on it, and a checkout of a team whose user cluster comes and goes.
 * Every command runs as its documentation says, in that checkout.
 */
export class KillLab {
  readonly instance: Instance;
  readonly #dir = mkdtempSync(join(tmpdir(), 'strata-kills-'));
  readonly #checkout: string;
  #session: RackSession | undefined;
  #runs = 0;

  constructor() {
    this.instance = instanceAt('kills', join(this.#dir, 's'));
    this.#checkout = join(this.#dir, 'checkout');
  }

  /** Commands inside the rack that runs now. */
  get session(): RackSession {
    if (this.#session === undefined) throw new Error('the sandbox is not up');
    return this.#session;
  }

  /** The folder with all that a run leaves. */
  get dir(): string {
    return this.#dir;
  }

  get stateFile(): string {
    return join(this.instance.pulumiStateDir, '.pulumi/stacks/user-cluster/sandbox.demo.json');
  }

  get lockFolder(): string {
    return join(
      this.instance.pulumiStateDir,
      '.pulumi/locks/organization/user-cluster/sandbox.demo',
    );
  }

  /** Brings the sandbox and the platform up; there is no user cluster yet. */
  async begin(): Promise<void> {
    const report = consoleReport();
    mkdirSync(this.instance.dir, { recursive: true });
    const files = ['infra/Pulumi.sandbox.yaml', 'kubevirt-stack/Pulumi.sandbox.yaml', clusterFile];
    const repository = new TeamRepository(
      this.#dir,
      [...files, 'policies/sandbox.json'].map((file) => `stacks/${file}`),
    );
    // A destroy deletes data: who merges the deletion of a cluster raises the limit, docs/blast-radius.md.
    repository.write('stacks/blast-radius/sandbox.yaml', 'deletedData: 10\nremovedNodes: 10\n');
    const commit = repository.commit('A cluster may go');
    repository.git('push', '--quiet', 'origin', 'main');
    repository.checkOut(commit, this.#checkout);
    await up(this.instance, { guestKubernetes: ['1.34'] }, report);
    await ensureManifests({ report });
    await this.reopen();
    for (const stack of [stacks.infra, stacks.platform]) {
      await updateStack(this.instance, this.session, stack, report);
    }
    this.want('create');
    const init = ['pulumi', 'stack', 'init', 'sandbox.demo', '--no-select'];
    const { code, stderr } = await this.session.capture(init, { cwd: this.#program });
    if (code !== 0) throw new Error(stderr);
  }

  /** Writes the cluster's file as an operation wants it. */
  want(operation: Operation): void {
    writeFileSync(join(this.#checkout, 'stacks', clusterFile), clusterText(operation));
  }

  /** Begins an operation. */
  operate(operation: Operation): Running {
    this.#runs += 1;
    const mark = `kills-${process.pid}-${this.#runs}`;
    const command = ['pulumi', ...commands[operation], '--stack', 'sandbox.demo'];
    const [file = '', ...args] = this.session.commandLine(
      [...command, '--non-interactive', '--color=never'],
      this.#program,
    );
    const env = { ...this.session.env, [runVariable]: mark };
    const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: longest });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
    const ended = new Promise<Captured>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => {
        const captured = { code: code ?? 128, stdout, stderr };
        this.keep(`${this.#runs}-${operation}`, captured);
        resolve(captured);
      });
    });
    return { mark, ended };
  }

  /** Pulumi with other arguments, for the cluster's stack. */
  async pulumi(...args: readonly string[]): Promise<Captured> {
    const command = ['pulumi', ...args, '--stack', 'sandbox.demo', '--non-interactive'];
    return this.session.capture([...command, '--color=never'], { cwd: this.#program });
  }

  /** The command of a runbook, in the rack, where the keys are. */
  async gitops(...args: readonly string[]): Promise<Captured> {
    const command = ['node', 'tools/gitops/src/main.ts', ...args];
    const options = { cwd: this.#checkout, timeout: longest };
    const captured = await this.session.capture(command, options);
    this.keep(`${this.#runs}-${args[0] ?? 'gitops'}`, captured);
    return captured;
  }

  /** `npm start` or another command of the sandbox, in the checkout. */
  async sandbox(command: 'start' | 'up'): Promise<Captured> {
    const which = ['--name', this.instance.name, '--state-dir', this.instance.dir];
    const captured = await onTheMachine(
      ['tools/sandbox/src/main.ts', command, ...which],
      this.#checkout,
    );
    this.keep(`${this.#runs}-${command}`, captured);
    if ((await fetchStatus(this.instance)) !== undefined) await this.reopen();
    return captured;
  }

  /** Waits until everything in the rack works again that was there before. */
  async settle(): Promise<void> {
    await eventually(
      'the sandbox works',
      async () => {
        const status = await fetchStatus(this.instance);
        return status?.phase === 'ready' && [...status.unready, ...status.unreadyPods].length === 0;
      },
      180,
    );
  }

  async reopen(): Promise<void> {
    this.#session = await openSession(this.instance);
  }

  /** Path of the kubeconfig of the user cluster's administrator. */
  async kubeconfig(): Promise<string> {
    return saveKubeconfig(this.instance, this.session, stacks.demo);
  }

  /** The process of a part of the sandbox; undefined while it does not run. */
  async pidOf(name: string): Promise<number | undefined> {
    const status = await statusOf(this.instance);
    if (name === 'supervisor') return status.supervisorPid;
    return status.processes.find((one) => one.name === name)?.pid;
  }

  /** Ends what an operation has left that cannot come to an end by itself. */
  endRun({ mark }: Running): void {
    killRun(mark);
  }

  /** Keeps what a command said, beside the logs of the sandbox. */
  keep(name: string, { code, stderr, stdout }: Captured): void {
    mkdirSync(this.instance.logsDir, { recursive: true });
    const text = `${stdout}\n${stderr}\nexit code ${code}\n`;
    writeFileSync(join(this.instance.logsDir, `kills-${name}.log`), text);
  }

  /** Copies what tells about a failure: the logs, and the state, whose secrets are encrypted. */
  keepFailure(to: string): void {
    rmSync(to, { recursive: true, force: true });
    const kept = [
      [this.instance.logsDir, 'logs'],
      [this.stateFile, 'state.json'],
    ] as const;
    for (const [from, name] of kept) {
      // It may have failed before there was any.
      if (existsSync(from)) cpSync(from, join(to, name), { recursive: true });
    }
  }

  /** Takes the sandbox down; its state stays. */
  async stop(): Promise<void> {
    await down(this.instance, silentReport);
  }

  /** Deletes everything. */
  async remove(): Promise<void> {
    await reset(this.instance, silentReport);
    rmSync(this.#dir, { recursive: true, force: true });
  }

  get #program(): string {
    return join(this.#checkout, 'packages/user-cluster');
  }
}
