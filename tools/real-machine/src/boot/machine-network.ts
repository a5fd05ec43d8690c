// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { openSync, closeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MirrorPlan } from '../images/serve-mirror.ts';
import { MissingPrerequisite } from '../missing-prerequisite.ts';

/** Input of the process of the network. */
export interface NetworkPlan {
  /** Folder for its log. */
  readonly folder: string;
  readonly mirror: MirrorPlan;
}

/** Running network. */
export interface MachineNetwork {
  /**
   * Wraps a command so that it runs in the namespaces of the network, where machines can be
   * reached.
   */
  readonly inside: (command: readonly string[]) => string[];
  readonly stop: () => Promise<void>;
}

const patienceSeconds = 60;

/**
 * Starts the network of machines in user and network namespaces of its own, with the registry and
 * the downloads behind its gateway.
 *
 * @throws MissingPrerequisite when this host does not let ordinary users make namespaces.
 */
export async function startMachineNetwork(plan: NetworkPlan): Promise<MachineNetwork> {
  const file = join(plan.folder, 'network.log');
  const log = openSync(file, 'a');
  const main = join(import.meta.dirname, 'network-main.ts');
  const namespaces = ['--user', '--map-root-user', '--net', '--'];
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', main];
  const child = spawn('unshare', [...namespaces, ...command, JSON.stringify(plan)], {
    // The network ends when its standard input ends, however this process ends.
    stdio: ['pipe', log, log],
  });
  closeSync(log);
  const exited = new Promise<number>((done) => child.once('exit', (code) => done(code ?? 1)));
  let code: number | undefined;
  void exited.then((value) => (code = value));
  const isReady = async () => /^ready$/m.test(await readFile(file, 'utf8'));
  for (let waited = 0; !(await isReady()); waited += 0.2) {
    if (code !== undefined || waited > patienceSeconds) {
      child.kill();
      throw new MissingPrerequisite(`no network for machines; ${file} says why`);
    }
    await sleep(200);
  }
  const target = ['--target', String(child.pid), '--user', '--preserve-credentials', '--net'];
  return {
    inside: (inner) => ['nsenter', ...target, '--', ...inner],
    stop: async () => {
      child.stdin?.end();
      await exited;
    },
  };
}
