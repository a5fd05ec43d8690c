// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const main = resolve(import.meta.dirname, '../main.ts');

/** Returns the command lines of all processes that name a path, by their IDs. */
export function processesOf(path: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (line.includes(path)) found.set(pid, line);
    } catch {
      // It has ended.
    }
  }
  return found;
}

/** Starts the tool for the cluster `prod.shop`, as people do, with an empty folder of temporary files. */
export function startTool(tmp: string, ...args: readonly string[]) {
  rmSync(tmp, { recursive: true, force: true });
  mkdirSync(tmp);
  const env = { ...process.env, NODE_OPTIONS: '', TMPDIR: tmp };
  const child = spawn(process.execPath, [main, 'prod', 'shop', ...args], { env });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()));
  const closed = once(child, 'close') as Promise<[number | null]>;
  return {
    child,
    /** Until etcd and the API server run. */
    begun: async () => {
      while (processesOf(`${tmp}/strata-restore-`).size < 4) {
        if (child.exitCode !== null) throw new Error(stderr);
        await sleep(50);
      }
    },
    /**
     * Waits for the tool to end, and returns its output and exit code. The code is null if a signal
     * ended it.
     */
    ended: async () => {
      const [code] = await closed;
      return { code, stdout, stderr };
    },
  };
}
