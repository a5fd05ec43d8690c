// SPDX-License-Identifier: Apache-2.0
import { readKubeconfig } from '@strata/cluster-client';
import { minorNumber } from '@strata/contracts/versions';
import type { StandIn } from '@strata/infra/testing';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** The API server of the cluster that KubeOne is said to have made. */
export interface ApiInFront extends Disposable {
  /** A kubeconfig whose only credential is a token. */
  readonly kubeconfig: string;
  /** Sets the Kubernetes version that the server reports, such as `v1.34.4`; undefined: that of the first API server. */
  setVersion: (version: string | undefined) => void;
}

type PlayedNodes = ReturnType<StandIn['nodes']>;

interface Node {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly status?: { readonly nodeInfo?: object };
}

const planeLabel = 'node-role.kubernetes.io/control-plane';

/** All hosts of a sandbox are control planes; those of KubeOne are the ones with an API server. */
function rolesOf({ labels = {}, ...metadata }: Node['metadata'], isPlane: boolean) {
  const kept = Object.entries(labels).filter(([name]) => isPlane || name !== planeLabel);
  return { ...metadata, labels: Object.fromEntries(kept) };
}

/** Returns the real nodes that KubeOne is said to have made, with their roles and kubelets. */
function nodesOf({ items, ...list }: { readonly items: readonly Node[] }, played: PlayedNodes) {
  const nodes = items.flatMap(({ metadata, status, ...node }) => {
    const { apiServer, kubelet } = played[metadata.name] ?? {};
    if (kubelet === undefined) return [];
    const nodeInfo = { ...status?.nodeInfo, kubeletVersion: `v${kubelet}` };
    const roles = rolesOf(metadata, apiServer !== undefined);
    return [{ ...node, metadata: roles, status: { ...status, nodeInfo } }];
  });
  return { ...list, items: nodes };
}

/**
 * A real API server, but for its nodes and its version, which are those of the played KubeOne or what a test says: no
 * sandbox can be updated in place. Whoever comes is let in as the administrator of that server.
 *
 * @param admin - path of a kubeconfig of the real one.
 * @param token - what the kubeconfig in front has.
 */
export async function apiInFront(
  admin: string,
  token: string,
  kubeone: StandIn,
): Promise<ApiInFront> {
  const { options: identity, server: real } = await readKubeconfig(readFileSync(admin, 'utf8'));
  const target = new URL(real);
  let said: string | undefined;
  const firstServer = () =>
    Object.values(kubeone.nodes()).find(({ apiServer }) => apiServer !== undefined)?.apiServer;
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming;
    if (url === '/version') {
      const version = said ?? `v${firstServer() ?? '1.34.4'}`;
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      outgoing.end(
        JSON.stringify({ major: '1', minor: `${minorNumber(version)}`, gitVersion: version }),
      );
      return;
    }
    const { hostname, port } = target;
    const others = Object.fromEntries(
      Object.entries(headers).filter(
        ([name]) => !['accept-encoding', 'authorization', 'host'].includes(name),
      ),
    );
    const options = { ...identity, hostname, port, method, path: url, headers: others };
    const passed = request(options, (answer) => {
      if (url === '/api/v1/nodes' && answer.statusCode === 200) {
        void json(answer).then((list) => {
          const nodes = nodesOf(list as Parameters<typeof nodesOf>[0], kubeone.nodes());
          outgoing.writeHead(200, { 'content-type': 'application/json' });
          outgoing.end(JSON.stringify(nodes));
        });
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  // Client libraries refuse plain HTTP without it.
  const cluster = { server: `http://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true };
  return {
    kubeconfig: JSON.stringify({
      clusters: [{ name: 'metal', cluster }],
      users: [{ name: 'admin', user: { token } }],
      contexts: [{ name: 'metal', context: { cluster: 'metal', user: 'admin' } }],
      'current-context': 'metal',
    }),
    setVersion: (next) => {
      said = next;
    },
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
