// SPDX-License-Identifier: Apache-2.0
import {
  fetchStatus,
  instanceAt,
  programFolder,
  RackSession,
  requiredTools,
  resolveSettings,
  sandboxStacks,
  type Captured,
  type Instance,
  type RackStatus,
  type StackName,
} from '@strata/sandbox';
import { resolveToolchain } from '@strata/toolchain';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Set by the global setup, which makes the sandbox that all files share. */
const stateDir = process.env.STRATA_E2E_DIR;

/** The sandbox that all files share. */
export function sharedInstance(): Instance {
  if (stateDir === undefined) throw new Error('the global setup has not run');
  return instanceAt('e2e', stateDir);
}

/** Its status; it must be running. */
export async function statusOf(instance: Instance): Promise<RackStatus> {
  const status = await fetchStatus(instance);
  if (status === undefined) throw new Error(`sandbox ${instance.name} does not answer`);
  return status;
}

/** Commands inside a running sandbox. */
export async function openSession(instance = sharedInstance()): Promise<RackSession> {
  const { supervisorPid } = await statusOf(instance);
  return RackSession.open(
    instance,
    await resolveToolchain({ tools: requiredTools(resolveSettings(instance)) }),
    supervisorPid,
  );
}

const [infra, platform, demo] = sandboxStacks as [StackName, StackName, StackName];

/** The stacks of the environment `sandbox`. */
export const stacks = { infra, platform, demo };

/**
 * Runs Pulumi for a stack and keeps what it prints.
 *
 * @param name - its program is that of this working tree, or of the checkout that is named.
 * @param timeout - milliseconds after which it is ended. Default: that of the session
 */
export async function pulumi(
  session: RackSession,
  name: StackName & { readonly checkout?: string },
  args: readonly string[],
  env: Record<string, string> = {},
  timeout?: number,
): Promise<Captured> {
  const command = ['pulumi', ...args, '--stack', name.stack, '--non-interactive', '--color=never'];
  const cwd =
    name.checkout === undefined
      ? programFolder(name)
      : join(name.checkout, 'packages', name.program);
  return session.capture(command, { cwd, env, ...(timeout !== undefined && { timeout }) });
}

/** `pulumi up` that must succeed; gives what it printed. */
export async function pulumiUp(
  session: RackSession,
  name: StackName,
  timeout?: number,
): Promise<string> {
  const up = ['up', '--yes', '--skip-preview'];
  const { code, stdout, stderr } = await pulumi(session, name, up, {}, timeout);
  if (code !== 0) throw new Error(`pulumi up of ${name.program} failed:\n${stdout}\n${stderr}`);
  return stdout;
}

/** Output of kubectl, parsed. */
export async function kubectlJson<T>(session: RackSession, args: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await session.capture(['kubectl', ...args, '-o', 'json']);
  if (code !== 0) throw new Error(`kubectl ${args.join(' ')} failed:\n${stderr}`);
  return JSON.parse(stdout) as T;
}

/** Output of kubectl that must succeed. */
export async function kubectl(session: RackSession, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await session.capture(['kubectl', ...args]);
  if (code !== 0) throw new Error(`kubectl ${args.join(' ')} failed:\n${stderr}`);
  return stdout.trim();
}

/** Waits until `check` holds, at most `seconds`. */
export async function eventually(
  what: string,
  check: () => Promise<boolean>,
  seconds = 120,
): Promise<void> {
  const deadline = Date.now() + seconds * 1_000;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`not within ${seconds} s: ${what}`);
    // Each look starts a program or two, and takes time from what it waits for.
    await sleep(500);
  }
}

/** A command that tries to connect, and prints "connected", "timeout" or the error's code. */
export function connectCommand(host: string, port: number): string[] {
  const script = `
    const socket = require('node:net').connect({ host: '${host}', port: ${port}, timeout: 3000 });
    const say = (what) => { console.log(what); process.exit(); };
    socket.on('connect', () => say('connected'));
    socket.on('timeout', () => say('timeout'));
    socket.on('error', ({ code }) => say(code));`;
  return ['node', '--eval', script];
}

/** A list as kubectl prints it. */
export interface List<T> {
  readonly items: readonly T[];
}
