// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Instance } from '../instance.ts';
import { markPackages } from './mark-packages.ts';
import { systemPath } from './requirements.ts';

/** Program of the rack's first process; everything else in the rack is its descendant. */
const supervisorEntry = join(import.meta.dirname, '../supervisor/main.ts');

/** A rack that is starting. */
export interface LaunchedRack {
  /** Returns whether the rack has ended already, which it should not. */
  hasEnded(): boolean;
}

/**
 * Starts the rack: new user, network, mount and process namespaces with the supervisor as their
 * first process. When the supervisor ends, for any reason, the kernel ends everything in the rack,
 * so no process can be left behind.
 */
export function launchRack(
  instance: Instance,
  environment: Readonly<Record<string, string>>,
): LaunchedRack {
  const log = openSync(join(instance.logsDir, 'supervisor.log'), 'a', 0o600);
  const namespaces = ['--user', '--map-root-user', '--net', '--mount', '--uts', '--pid'];
  const supervisor = [process.execPath, supervisorEntry, '--name', instance.name];
  const child = spawn(
    'unshare',
    [...namespaces, '--fork', '--kill-child=SIGKILL', '--', ...supervisor].concat([
      '--state-dir',
      instance.dir,
    ]),
    {
      cwd: instance.dir,
      detached: true,
      stdio: ['ignore', log, log],
      env: { ...environment, PATH: systemPath() },
    },
  );
  closeSync(log);
  if (child.pid !== undefined) markPackages(child.pid, instance);
  let ended = false;
  child.once('exit', () => (ended = true));
  child.once('error', () => (ended = true));
  child.unref();
  return { hasEnded: () => ended };
}
