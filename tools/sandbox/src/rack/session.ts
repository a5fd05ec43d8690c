// SPDX-License-Identifier: Apache-2.0
import type { Toolchain } from '@strata/toolchain';
import { spawn, type StdioOptions } from 'node:child_process';
import { rackEnvironment } from '../environment.ts';
import type { Instance } from '../instance.ts';
import { enterRack, nsenterArguments } from './enter.ts';
import { systemPath } from './requirements.ts';

export interface RunOptions {
  /** @default the current folder */
  readonly cwd?: string;
  /** Added to the session's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Output of a command, and its exit code. */
export interface Captured {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs commands inside one running rack, with kubectl and pulumi configured for it. */
export class RackSession {
  readonly env: Readonly<Record<string, string>>;
  private readonly supervisorPid: number;

  private constructor(supervisorPid: number, env: Record<string, string>) {
    this.supervisorPid = supervisorPid;
    this.env = env;
  }

  static async open(
    instance: Instance,
    toolchain: Toolchain,
    supervisorPid: number,
  ): Promise<RackSession> {
    return new RackSession(supervisorPid, await rackEnvironment(instance, toolchain));
  }

  /** Runs a command on this terminal; returns its exit code. */
  async run(
    command: readonly string[],
    options: RunOptions & { readonly stdio?: StdioOptions } = {},
  ): Promise<number> {
    const { supervisorPid } = this;
    const env = { ...this.env, ...options.env };
    return enterRack({ ...options, supervisorPid, command, env });
  }

  /**
   * Returns the command line that runs a command inside the rack, for callers that start the
   * process themselves and set its environment.
   */
  commandLine(command: readonly string[], cwd = process.cwd()): string[] {
    return ['nsenter', ...nsenterArguments(this.supervisorPid, cwd, command)];
  }

  /**
   * Runs a command and returns what it prints. `timeout` is in milliseconds; a command that takes
   * longer is ended by SIGTERM, and the last line of `stderr` says so.
   */
  async capture(
    command: readonly string[],
    options: RunOptions & { readonly timeout?: number } = {},
  ): Promise<Captured> {
    const { cwd, env, timeout = 600_000 } = options;
    const [file = '', ...args] = this.commandLine(command, cwd);
    const child = spawn(file, args, {
      env: { ...this.env, ...env, PATH: systemPath(this.env.PATH) },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => {
        // Only the timeout kills the child: Node.js sends it no signal before that.
        if (child.killed) stderr += `\nIt was ended after ${timeout / 1_000} s.\n`;
        resolve({ code: code ?? 128, stdout, stderr });
      });
    });
  }
}
