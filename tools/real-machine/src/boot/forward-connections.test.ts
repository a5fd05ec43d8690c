// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { createConnection, createServer, type Server } from 'node:net';
import { forwardConnections } from './forward-connections.ts';

const host = '127.0.0.1';

const portOf = (server: Server) => (server.address() as { readonly port: number }).port;

async function listen(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, host, listening));
  return portOf(server);
}

/** Sends a question, closes the sending side and returns the complete answer. */
async function ask(port: number, question: string): Promise<string> {
  const client = createConnection({ host, port, allowHalfOpen: true });
  let answer = '';
  client.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  client.end(question);
  await once(client, 'end');
  return answer;
}

test("forwards a client's data to the target and the answer back", async () => {
  const server = createServer({ allowHalfOpen: true }, (client) => {
    let heard = '';
    client.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk));
    client.on('end', () => client.end(`${heard}, ${client.remoteAddress ?? ''}`));
  });
  const target = { host, port: await listen(server), localAddress: '127.0.0.2' };
  const forwarder = await forwardConnections({ host, port: 0 }, target);
  expect(await ask(portOf(forwarder), 'hello')).toBe('hello, 127.0.0.2');
  expect(await ask(portOf(forwarder), 'again')).toBe('again, 127.0.0.2');
  forwarder.close();
  server.close();
});

test('refuses a client while nothing listens at the target', async () => {
  const server = createServer();
  const closed = await listen(server);
  server.close();
  const forwarder = await forwardConnections({ host, port: 0 }, { host, port: closed });
  await expect(ask(portOf(forwarder), 'hello')).rejects.toThrow('ECONNRESET');
  forwarder.close();
});
