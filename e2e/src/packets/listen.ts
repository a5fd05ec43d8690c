// SPDX-License-Identifier: Apache-2.0
// A program that listens in a pod's network, over IPv4 and IPv6, and tells each client the address
// that it came from. It prints "ready", then a line for each client, such as "UDP 53 10.244.128.7".
// usage: listen.ts TCP:22 UDP:53 ...
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

const plain = (address = '') => address.replace(/^::ffff:/, '');

async function listenTcp(port: number): Promise<void> {
  const server = createServer((socket) => {
    const client = plain(socket.remoteAddress);
    console.log(`TCP ${port} ${client}`);
    socket.on('error', () => socket.destroy());
    socket.write(client);
    // Whoever wants to keep the connection says something in it, and hears it again.
    socket.pipe(socket);
  });
  server.listen({ host: '::', port });
  await once(server, 'listening');
}

async function listenUdp(port: number): Promise<void> {
  const socket = createSocket('udp6', (_, { address, port: from }) => {
    console.log(`UDP ${port} ${plain(address)}`);
    socket.send(plain(address), from, address);
  });
  socket.bind(port, '::');
  await once(socket, 'listening');
}

for (const argument of process.argv.slice(2)) {
  const [protocol, port] = argument.split(':');
  try {
    await (protocol === 'UDP' ? listenUdp(Number(port)) : listenTcp(Number(port)));
  } catch (error) {
    // A program of the machine listens there itself: it answers in its own way.
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
  }
}
console.log('ready');
