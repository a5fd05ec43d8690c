// SPDX-License-Identifier: Apache-2.0
import type { Report } from '@strata/toolchain';
import { existsSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchStatus, findSupervisor } from '../control-client.ts';
import { withLock } from '../instance-lock.ts';
import type { Instance } from '../instance.ts';
import { isAlive } from '@strata/gitops/state';
import { findEnteredProcesses } from '../rack/entered-processes.ts';
import { UserError } from '../user-error.ts';

/** Milliseconds that the rack may take to stop by itself, and after that by force. */
const politeLimit = 45_000;
const forceLimit = 10_000;

/** Milliseconds that a command that was run in the rack may take to end by itself. */
const enteredLimit = 3_000;

/** Stops the sandbox; its state stays for the next `up`. */
export async function down(instance: Instance, report: Report): Promise<void> {
  if (!existsSync(instance.dir)) {
    report.line(`There is no sandbox ${instance.name}.`);
    return;
  }
  const stopped = await withLock(instance, () => stopRack(instance, report), {
    freesSpace: true,
  });
  report.line(stopped ? `Sandbox ${instance.name} is down.` : `Sandbox ${instance.name} was down.`);
}

/**
 * Stops the rack's processes, if there are any.
 *
 * @returns Whether there were any.
 */
export async function stopRack(instance: Instance, report: Report): Promise<boolean> {
  const pid = (await fetchStatus(instance))?.supervisorPid ?? findSupervisor(instance);
  if (pid !== undefined && isAlive(pid)) await end(pid, instance, report);
  await endEntered(instance, report);
  rmSync(instance.controlSocket, { force: true });
  rmSync(instance.pidsFile, { force: true });
  return pid !== undefined;
}

/** Ends the commands that were run in the rack with `exec` or `shell` and still run. */
async function endEntered(instance: Instance, report: Report): Promise<void> {
  const pids = findEnteredProcesses(instance);
  if (pids.length === 0) return;
  report.line(`Sandbox ${instance.name}: ending ${pids.length} processes that were run in it.`);
  for (const pid of pids) signal(pid, 'SIGTERM');
  for (const pid of pids) {
    if (await isGone(pid, enteredLimit)) continue;
    signal(pid, 'SIGKILL');
    await isGone(pid, forceLimit);
  }
}

/** Ends the supervisor. The kernel then ends all other processes of its process namespace. */
async function end(pid: number, instance: Instance, report: Report): Promise<void> {
  signal(pid, 'SIGTERM');
  if (await isGone(pid, politeLimit, () => sayStep(instance, report))) return;
  report.line(`Sandbox ${instance.name} does not stop by itself: ending it by force.`);
  signal(pid, 'SIGKILL');
  if (await isGone(pid, forceLimit)) return;
  throw new UserError(`Process ${pid} of sandbox ${instance.name} cannot be ended.`);
}

async function sayStep(instance: Instance, report: Report): Promise<void> {
  const status = await fetchStatus(instance);
  if (status !== undefined) report.status(`Sandbox ${instance.name}: ${status.step} ...`);
}

async function isGone(
  pid: number,
  limit: number,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  const deadline = Date.now() + limit;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await meanwhile();
    await sleep(50);
  }
  return true;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended in between.
  }
}
