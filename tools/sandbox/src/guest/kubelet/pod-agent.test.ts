// SPDX-License-Identifier: Apache-2.0
import { ApiError, type ApiClient, type Method } from '@strata/cluster-client';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pod } from './objects.ts';
import { PodAgent } from './pod-agent.ts';

const node = {
  metadata: { name: 'md-a-0', uid: 'node' },
  spec: { podCIDR: '10.244.1.0/24' },
};

function pod(name: string): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', uid: name, creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: { nodeName: 'md-a-0', containers: [{ name: 'main', image: 'example/main:1' }] },
    status: { phase: 'Pending' },
  } as unknown as Pod;
}

/** Returns an API with these pods, which refuses the status of one of them. */
function apiWith(pods: readonly Pod[], refused: string) {
  const reported: string[] = [];
  const request = (method: Method, path: string): Promise<unknown> => {
    if (method === 'GET')
      return Promise.resolve({ metadata: { resourceVersion: '1' }, items: pods });
    if (path.includes(refused))
      return Promise.reject(new ApiError('API', `${refused} is invalid`, 422));
    reported.push(`${method} ${path}`);
    return Promise.resolve({});
  };
  const watch = async (_: string, signal: AbortSignal): Promise<void> => {
    await sleep(60_000, undefined, { signal }).catch(() => undefined);
  };
  return { reported, api: { request, watch } as unknown as ApiClient };
}

test('a pod whose status is refused does not stop the work on the pods after it', async () => {
  const { api, reported } = apiWith([pod('first'), pod('second')], 'first');
  const end = new AbortController();
  const said: string[] = [];
  const agent = new PodAgent({
    api,
    nodeName: 'md-a-0',
    nodeAddress: '192.0.2.21',
    signal: end.signal,
    tell: (line) => said.push(line),
    node: () => node,
    disks: () => [],
    programs: {} as never,
    staticPods: () => [],
    networkReady: () => true,
    installNetwork: () => undefined,
    shuttingDown: () => false,
  });
  const running = agent.run();
  while (reported.length === 0 && said.length === 0) await sleep(10);
  await agent.reconcile();
  end.abort();
  await running;
  expect(new Set(reported)).toEqual(
    new Set(['PATCH /api/v1/namespaces/default/pods/second/status']),
  );
  expect(said).toEqual(['pods: pod default/first: API: first is invalid']);
});
