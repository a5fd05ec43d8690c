// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createPlainServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';
import { identityFiles } from './identity.ts';
import { makeServingPair } from './serving-certificate.ts';

function listen<S extends Server>(server: S, port: number, host?: string): Promise<S> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

/**
 * Pages of the port for health.
 *
 * @see https://github.com/kubernetes/apiserver/blob/v0.35.4/pkg/server/healthz/healthz.go `InstallHandler`
 */
const healthPages: readonly (string | undefined)[] = ['/healthz', '/healthz/ping'];

/** Serves `/healthz`, for kubeadm, on the guest's loopback address only. */
export async function serveHealth(port: number): Promise<Server> {
  const server = createPlainServer(({ url }, response) => {
    const isKnown = healthPages.includes(url?.replace(/\?.*/, ''));
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(isKnown ? 'ok' : '404 page not found\n');
  });
  return await listen(server, port, '127.0.0.1');
}

/** Returns the certificate that a kubelet makes for itself; makes it at the first call. */
function servingPair(root: string, nodeName: string) {
  const folder = join(root, identityFiles.certificates);
  const [certFile, keyFile] = [join(folder, 'kubelet.crt'), join(folder, 'kubelet.key')];
  if (!existsSync(certFile)) {
    mkdirSync(folder, { recursive: true });
    const made = makeServingPair(nodeName);
    writeFileSync(keyFile, made.key, { mode: 0o600 });
    writeFileSync(certFile, made.certificates);
  }
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
}

/** Serves the kubelet's API, which answers every request with 401. */
export async function serveKubelet(
  root: string,
  { port, nodeName }: { readonly port: number; readonly nodeName: string },
): Promise<Server> {
  const server = createSecureServer(servingPair(root, nodeName), (_request, response) => {
    response.writeHead(401);
    response.end('Unauthorized');
  });
  return await listen(server, port);
}

/** Closes a server and its connections. */
export function closeServer(server: Server | undefined): Promise<void> {
  return new Promise((resolve) => {
    server?.closeAllConnections();
    if (server === undefined) resolve();
    else server.close(() => resolve());
  });
}
