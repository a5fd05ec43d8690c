// SPDX-License-Identifier: Apache-2.0
import { request } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { readJsonFile, type Instance } from './instance.ts';
import type { RackStatus } from './supervisor/status.ts';
import { UserError } from './user-error.ts';

/** A supervisor that answers, answers within this time even on a busy machine, in milliseconds. */
const timeout = 15_000;

/** The running rack's status; undefined when no supervisor answers. */
export async function fetchStatus(instance: Instance): Promise<RackStatus | undefined> {
  if (!existsSync(instance.controlSocket)) return undefined;
  return new Promise((resolve) => {
    // A connection kept from before may have been closed by now, unnoticed by a busy process.
    const options = { socketPath: instance.controlSocket, path: '/status', timeout, agent: false };
    const outgoing = request(options, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      incoming.on('end', () => {
        resolve(incoming.statusCode === 200 ? (JSON.parse(text) as RackStatus) : undefined);
      });
    });
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', () => resolve(undefined));
    outgoing.end();
  });
}

/** @throws UserError when the sandbox is not up and ready. */
export async function requireReady(instance: Instance): Promise<RackStatus> {
  const status = await fetchStatus(instance);
  if (status?.phase === 'ready') return status;
  const state = status === undefined ? 'not running' : `${status.phase} (${status.step})`;
  throw new UserError(
    `Sandbox ${instance.name} is ${state}: bring it up with "npm run sandbox -- up${nameOption(instance)}".`,
  );
}

/** The option that names this sandbox on a command line, where one is needed. */
export function nameOption({ name }: Instance): string {
  return name === 'default' ? '' : ` --name ${name}`;
}

/** Opens a connection to an address inside the rack. */
export async function openTunnel(instance: Instance, host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      socketPath: instance.controlSocket,
      agent: false,
      method: 'CONNECT',
      path: `${host}:${port}`,
      timeout,
    });
    outgoing.on('connect', (answer, socket: Socket) => {
      if (answer.statusCode === 200) resolve(socket);
      else reject(new Error(`nothing answers at ${host}:${port} in the rack`));
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('the rack does not answer')));
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/**
 * Process id of this sandbox's supervisor, whether or not it answers. A number that the system has
 * given to another program since is not taken for it.
 */
export function findSupervisor(instance: Instance): number | undefined {
  const { supervisor } = (readJsonFile(instance.pidsFile) ?? {}) as { supervisor?: number };
  if (supervisor === undefined) return undefined;
  try {
    const command = readFileSync(`/proc/${supervisor}/cmdline`, 'utf8').split('\0');
    const isOurs =
      command.includes(instance.dir) && command.some((a) => a.endsWith('supervisor/main.ts'));
    return isOurs ? supervisor : undefined;
  } catch {
    return undefined;
  }
}
