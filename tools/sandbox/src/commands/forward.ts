// SPDX-License-Identifier: Apache-2.0
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { renderKubeconfig } from '../control-plane/kubeconfig.ts';
import { openTunnel, requireReady } from '../control-client.ts';
import { writeFileAtomically, type Instance } from '../instance.ts';
import { network } from '../network.ts';
import { UserError } from '../user-error.ts';

const apiServer = `${network.gateway}:${network.apiPort}`;

/**
 * Forwards a port of the loopback interface to one address inside the rack, for tools that run
 * outside of it, until the command is interrupted.
 *
 * @param target - `host:port` inside the rack. @default the API server
 * @param port - Port to listen on. @default a free one
 */
export async function forward(
  instance: Instance,
  target = apiServer,
  port = 0,
): Promise<{ readonly server: Server; readonly port: number; readonly kubeconfig?: string }> {
  const [host, targetPort] = parseTarget(target);
  await requireReady(instance);
  const server = createServer((client) => {
    // The client may be gone before the tunnel is open.
    client.on('error', () => client.destroy());
    openTunnel(instance, host, targetPort).then(
      (socket) => {
        socket.on('error', () => client.destroy());
        if (client.destroyed) socket.destroy();
        client.on('close', () => socket.destroy());
        client.pipe(socket).pipe(client);
      },
      () => client.destroy(),
    );
  });
  await listen(server, port);
  const listening = (server.address() as AddressInfo).port;
  if (target !== apiServer) return { server, port: listening };
  const kubeconfig = join(instance.dir, 'kubeconfig.forwarded');
  const url = `https://127.0.0.1:${listening}`;
  writeFileAtomically(kubeconfig, renderKubeconfig(instance, 'admin', url));
  return { server, port: listening, kubeconfig };
}

function parseTarget(target: string): [string, number] {
  const match = /^([0-9.]+):(\d{1,5})$/.exec(target);
  if (match?.[1] === undefined) {
    throw new UserError(
      `"${target}" is not an address in the rack: use the form 10.244.240.10:443.`,
    );
  }
  return [match[1], Number(match[2])];
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE';
      reject(
        inUse
          ? new UserError(`Port ${port} is in use: choose another with --port, or leave it out.`)
          : error,
      );
    });
    server.listen(port, '127.0.0.1', resolve);
  });
}
