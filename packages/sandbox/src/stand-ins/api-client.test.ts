// SPDX-License-Identifier: Apache-2.0
import { ApiClient, describeRequest } from './api-client.ts';
import { ObjectCache } from './object-cache.ts';
import { TestApi } from './test-api.ts';
import { eventually, recordLog } from './test-wait.ts';

const api = new TestApi();
const log = recordLog();
let client: ApiClient;

beforeAll(async () => {
  client = new ApiClient('tenant', { ...(await api.start()), token: () => 'secret' }, log);
});
afterAll(() => {
  client.close();
  api.stop();
});

test('a refusal for want of a right is logged with verb and resource', async () => {
  api.react((method, path) =>
    method === 'PATCH' && path.endsWith('/services/web/status')
      ? { status: 403, body: { message: 'services "web" is forbidden' } }
      : undefined,
  );
  const patch = client.patch('/api/v1/namespaces/shop/services/web/status', {});
  await expect(patch).rejects.toMatchObject({
    status: 403,
    message: 'services "web" is forbidden',
  });
  expect(log.lines).toContain(
    'tenant cluster refuses patch of services/status in shop: services "web" is forbidden',
  );
});

test.each([
  ['GET', '/api/v1/nodes', 'list of nodes'],
  ['GET', '/api/v1/nodes?watch=1&resourceVersion=3', 'watch of nodes'],
  ['GET', '/api/v1/nodes/a', 'get of nodes'],
  [
    'PUT',
    '/apis/subresources.kubevirt.io/v1/namespaces/cluster-demo/virtualmachines/w-0/addvolume',
    'update of subresources.kubevirt.io virtualmachines/addvolume in cluster-demo',
  ],
  [
    'POST',
    '/apis/cdi.kubevirt.io/v1beta1/namespaces/cluster-demo/datavolumes',
    'create of cdi.kubevirt.io datavolumes in cluster-demo',
  ],
] as const)('%s %s is a %s', (method, path, words) => {
  expect(describeRequest(method, path)).toBe(words);
});

test('what is not there is undefined, and deleted', async () => {
  await expect(client.find('/api/v1/nodes/none')).resolves.toBeUndefined();
  await expect(client.remove('/api/v1/nodes/none')).resolves.toBeUndefined();
});

test('a server that is not there is a refusal with status 0', async () => {
  const nowhere = new ApiClient('infra', { server: 'http://127.0.0.1:1' }, log);
  await expect(nowhere.get('/version')).rejects.toMatchObject({
    status: 0,
    message: 'infra cluster: connect ECONNREFUSED 127.0.0.1:1',
  });
});

test('a cache follows its collection, over a watch that breaks', async () => {
  api.put('/api/v1/configmaps', { metadata: { name: 'a', namespace: 'x', managedFields: [1] } });
  const seen: (string | undefined)[] = [];
  const cache = new ObjectCache(client, '/api/v1/configmaps', log, (now, before) => {
    seen.push(`${before?.metadata.name ?? ''}>${now?.metadata.name ?? ''}`);
  }).start();
  await cache.ready;
  expect(cache.get('x/a')?.metadata).not.toHaveProperty('managedFields', [1]);
  await eventually(() => api.requests.some((line) => line.includes('configmaps?watch=1')));
  api.put('/api/v1/configmaps', { metadata: { name: 'b', namespace: 'x' } });
  await eventually(() => cache.get('x/b'));
  api.breakWatches();
  api.put('/api/v1/configmaps', { metadata: { name: 'c', namespace: 'x' } });
  await eventually(() => cache.get('x/c'));
  await eventually(() => api.requests.filter((line) => line.includes('watch=1')).length > 1);
  api.delete('/api/v1/namespaces/x/configmaps/a');
  await eventually(() => cache.get('x/a') === undefined);
  cache.stop();
  expect(seen).toEqual(['>a', '>b', '>c', 'a>']);
});
