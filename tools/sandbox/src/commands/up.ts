// SPDX-License-Identifier: Apache-2.0
import {
  ensureToolchain,
  resolveToolchain,
  stopOnSignal,
  ToolchainError,
  type Milestone,
  type Report,
  type Toolchain,
  type ToolName,
} from '@strata/toolchain';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchStatus } from '../control-client.ts';
import { withLock } from '../instance-lock.ts';
import { createFolders, readJsonFile, writeFileAtomically, type Instance } from '../instance.ts';
import { requireRack } from '../rack/requirements.ts';
import { launchRack, type LaunchedRack } from '../rack/launch.ts';
import { optionalTools, requiredTools } from '../required-tools.ts';
import { resolveSettings, storeSettings, type SettingsChange } from '../settings.ts';
import type { RackStatus } from '../supervisor/status.ts';
import { UserError } from '../user-error.ts';
import { stopRack } from './down.ts';

/** Milliseconds that the rack may take to be ready. */
const readyLimit = 300_000;

/**
 * Brings the sandbox up: starts it, repairs it, or does nothing when it is ready.
 *
 * @param milestone - Milestone of the build, when tools have to be built. @default none
 * @throws UserError when this machine cannot hold a rack, or the rack cannot start.
 */
export async function up(
  instance: Instance,
  change: SettingsChange,
  report: Report,
  milestone?: Milestone,
): Promise<{ readonly toolchain: Toolchain; readonly status: RackStatus }> {
  requireRack();
  const settings = resolveSettings(instance, change);
  const tools = requiredTools(settings);
  const toolchain = await stopOnSignal((signal) =>
    ensureToolchain({ tools, report, signal, ...(milestone && { milestone }) }),
  );
  createFolders(instance);
  const status = await withLock(instance, async () => {
    const running = await fetchStatus(instance);
    const unchanged = isDeepStrictEqual(readJsonFile(instance.settingsFile), settings);
    if (running !== undefined && running.phase !== 'failed' && unchanged) {
      if (running.phase === 'ready' && running.unready.length === 0) {
        await writeBinaries(instance, toolchain);
        report.line(`Sandbox ${instance.name} is up.`);
        return running;
      }
      return waitUntilReady(instance, report);
    }
    await stopRack(instance, report);
    storeSettings(instance, settings);
    await writeBinaries(instance, toolchain);
    const launched = launchRack(instance, { HOME: process.env.HOME ?? '/' });
    return waitUntilReady(instance, report, launched);
  });
  return { toolchain, status };
}

/** Writes the paths of all programs that pods may run, as far as they are built. */
async function writeBinaries(instance: Instance, toolchain: Toolchain): Promise<void> {
  const optional = await Promise.all(optionalTools.map(binariesIfBuilt));
  const all = [...toolchain.binaries, ...optional.flat()];
  const paths = all.map(({ tool, binary, path }) => [`${tool}/${binary}`, path]);
  writeFileAtomically(instance.binariesFile, JSON.stringify(Object.fromEntries(paths), null, 2));
}

async function binariesIfBuilt(tool: ToolName): Promise<Toolchain['binaries']> {
  try {
    return (await resolveToolchain({ tools: [tool] })).binaries;
  } catch (error) {
    if (error instanceof ToolchainError) return [];
    throw error;
  }
}

async function waitUntilReady(
  instance: Instance,
  report: Report,
  launched?: LaunchedRack,
): Promise<RackStatus> {
  const begin = Date.now();
  while (Date.now() - begin < readyLimit) {
    const status = await fetchStatus(instance);
    if (status?.phase === 'ready' && status.unready.length === 0) {
      const seconds = ((Date.now() - begin) / 1_000).toFixed(1);
      report.line(`Sandbox ${instance.name} is up (${seconds} s).`);
      return status;
    }
    if (status?.phase === 'failed') {
      await stopRack(instance, report);
      throw startFailure(instance, status.step);
    }
    if (launched?.hasEnded() === true) throw startFailure(instance, 'the supervisor ended');
    report.status(`Sandbox ${instance.name}: ${status?.step ?? 'starting'} ...`);
    await sleep(100);
  }
  throw startFailure(instance, `not ready after ${readyLimit / 1_000} s`);
}

function startFailure(instance: Instance, reason: string): UserError {
  const log = join(instance.logsDir, 'supervisor.log');
  const hint = /ENOSPC|no space left/i.test(reason + tail(log))
    ? `The disk with ${instance.dir} is full: free some space and run it again.`
    : `See ${log} and the other logs beside it.`;
  return new UserError(`Sandbox ${instance.name} did not start: ${reason}. ${hint}`);
}

function tail(file: string): string {
  try {
    closeSync(openSync(file, 'r'));
    return readFileSync(file, 'utf8').slice(-2_000);
  } catch {
    return '';
  }
}
