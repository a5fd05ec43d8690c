// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

/** Inside: a port on loopback, whose connections go to the socket. Prints the port. */
const inside = `
const { connect, createServer } = require('node:net');
const server = createServer((one) => {
  const other = connect(process.argv[1]);
  one.on('error', () => other.destroy()).pipe(other);
  other.on('error', () => one.destroy()).pipe(one);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

/** A server of this process that can be reached inside the rack, out of which nothing else leads. */
export interface Relay {
  /** Where it is, inside. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Makes a server reachable inside the rack: by a socket in a folder, which both sides see.
 *
 * @param url - of the server, on loopback.
 * @param folder - of the socket.
 */
export async function openRelay(session: RackSession, url: string, folder: string): Promise<Relay> {
  const socket = join(folder, `${new URL(url).port}.sock`);
  const server = createServer((one) => {
    const other = connect(Number(new URL(url).port), '127.0.0.1');
    one.on('error', () => other.destroy()).pipe(other);
    other.on('error', () => one.destroy()).pipe(one);
  }).listen(socket);
  await once(server, 'listening');
  const [file = '', ...args] = session.commandLine(['node', '--eval', inside, socket]);
  const env = { ...session.env };
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: `http://127.0.0.1:${Number(port.toString())}`,
    close: async () => {
      child.kill();
      server.close();
      await Promise.all([once(child, 'close'), once(server, 'close')]);
    },
  };
}
