// SPDX-License-Identifier: Apache-2.0
import { answeringCluster, endedAfterEach } from '@strata/testing';
import type { RequestListener } from 'node:http';
import { ClusterError, clusterReader } from './index.ts';

const serve = endedAfterEach(answeringCluster);

test('reads with the credentials of the kubeconfig', async () => {
  const seen: unknown[] = [];
  const { kubeconfig } = await serve(({ method, url, headers }, response) => {
    seen.push([method, url, headers.authorization]);
    response.end('{"items":[1]}');
  });
  expect(await clusterReader(kubeconfig).get('/api/v1/nodes')).toEqual({ items: [1] });
  expect(seen).toEqual([['GET', '/api/v1/nodes', 'Bearer hush']]);
});

test('reads a long list without anything but the metadata of its objects', async () => {
  const seen: unknown[] = [];
  const { kubeconfig } = await serve(({ url, headers }, response) => {
    seen.push([url, headers.accept]);
    response.end('{"items":[]}');
  });
  expect(await clusterReader(kubeconfig).getMetadata('/api/v1/pods')).toEqual({ items: [] });
  expect(seen).toEqual([
    ['/api/v1/pods', 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'],
  ]);
});

test('returns undefined for an object or kind that does not exist', async () => {
  const { kubeconfig } = await serve((_, response) => response.writeHead(404).end('{}'));
  expect(await clusterReader(kubeconfig).get('/apis/kubevirt.io/v1/kubevirts')).toBeUndefined();
});

test('repeats a request after the pause that a busy cluster asks for', async () => {
  let left = 2;
  const { kubeconfig } = await serve((_, response) => {
    if (left === 0) response.end('{"major":"1"}');
    else response.writeHead(429, { 'retry-after': '0' }).end('storage is (re)initializing');
    left -= 1;
  });
  expect(await clusterReader(kubeconfig).get('/version')).toEqual({ major: '1' });
  expect(left).toBe(-1);
});

test('gives up on a cluster that stays busy', async () => {
  let asked = 0;
  const { kubeconfig } = await serve((_, response) => {
    asked += 1;
    response.writeHead(429, { 'retry-after': '0' }).end();
  });
  await expect(clusterReader(kubeconfig).get('/version')).rejects.toThrow(
    /: it refuses \(HTTP 429\)$/,
  );
  expect(asked).toBe(11);
});

test.each<[string, RequestListener, string]>([
  [
    'is busy for longer than the time limit',
    (_, response) => response.writeHead(429, { 'retry-after': '1' }).end(),
    'no answer within 0.1 s',
  ],
  ['refuses', (_, response) => response.writeHead(403).end('hush'), 'it refuses (HTTP 403)'],
  [
    'does not answer with JSON',
    (_, response) => response.end('<html>'),
    'it answers GET /version with something that is not JSON',
  ],
  ['does not answer', () => undefined, 'no answer within 0.1 s'],
])('throws a ClusterError when the cluster %s', async (_, listener, reason) => {
  const { kubeconfig, endpoint } = await serve(listener);
  const read = clusterReader(kubeconfig, { seconds: 0.1 }).get('/version');
  await expect(read).rejects.toThrow(new ClusterError(endpoint, '/version', reason));
});

test('throws a ClusterError when nothing listens at the address', async () => {
  const { endpoint, kubeconfig, ...gone } = await answeringCluster(() => undefined);
  await gone[Symbol.asyncDispose]();
  await expect(clusterReader(kubeconfig).get('/version')).rejects.toThrow(
    `cannot read /version of the cluster at ${endpoint}: connect ECONNREFUSED ${endpoint.slice(7)}`,
  );
});
