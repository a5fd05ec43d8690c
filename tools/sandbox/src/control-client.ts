// SPDX-License-Identifier: Apache-2.0
import { request } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { readJsonFile, type Instance } from './instance.ts';
import type { RackStatus } from './supervisor/status.ts';
import { UserError } from './user-error.ts';

/**
 * Milliseconds that a request waits for the supervisor: enough for one that runs on a busy machine.
 */
const timeout = 15_000;

/** Returns the running rack's status; undefined when no supervisor answers. */
export async function fetchStatus(instance: Instance): Promise<RackStatus | undefined> {
  if (!existsSync(instance.controlSocket)) return undefined;
  return new Promise((resolve) => {
    // Without keep-alive: the server may have closed a kept connection, which a busy process sees
    // late.
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

/** Returns the status of a sandbox that is up and ready. @throws UserError when it is not. */
export async function requireReady(instance: Instance): Promise<RackStatus> {
  const status = await fetchStatus(instance);
  if (status?.phase === 'ready') return status;
  const state = status === undefined ? 'not running' : `${status.phase} (${status.step})`;
  throw new UserError(
    `Sandbox ${instance.name} is ${state}: bring it up with "npm run sandbox -- up${nameOption(instance)}".`,
  );
}

/**
 * Returns the option that selects this sandbox on a command line; empty for the default sandbox.
 */
export function nameOption({ name }: Pick<Instance, 'name'>): string {
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
    outgoing.on('connect', (answer, socket: Socket, first: Buffer) => {
      // A server that speaks first may have done so together with the answer.
      if (first.length > 0) socket.unshift(first);
      if (answer.statusCode === 200) resolve(socket);
      else reject(new Error(`nothing answers at ${host}:${port} in the rack`));
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('the rack does not answer')));
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/**
 * Returns the process id of this sandbox's supervisor, whether or not it answers. Ignores a
 * recorded id that now belongs to another program.
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
