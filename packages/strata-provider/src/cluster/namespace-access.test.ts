// SPDX-License-Identifier: Apache-2.0
import { resourceTypes } from '../resource-types.ts';
import { fakeApi, ResourceLife } from '../testing/index.ts';

const path = '/api/v1/namespaces/cluster-demo/configmaps?limit=1';

test('is done after three successful requests in a row', async () => {
  await using api = await fakeApi();
  api.objects.set(path, { items: [] });
  const resource = new ResourceLife(resourceTypes.namespaceAccess);
  const inputs = { kubeconfig: api.kubeconfig, namespace: 'cluster-demo' };
  expect((await resource.create(inputs)).outputs).toEqual({ namespace: 'cluster-demo' });
  expect(api.requests).toEqual([`GET ${path}`, `GET ${path}`, `GET ${path}`]);
  expect(resource.work.statuses).toEqual([]);
});

test('waits while one of several API servers refuses, and reports the refusal', async () => {
  await using api = await fakeApi();
  const answers: unknown[] = [{}, 403, {}, 401, {}, {}, {}];
  api.objects.set(path, answers[0]);
  api.afterRequest = () => api.objects.set(path, answers[api.requests.length]);
  const resource = new ResourceLife(resourceTypes.namespaceAccess);
  await resource.create({ kubeconfig: api.kubeconfig, namespace: 'cluster-demo' });
  expect(api.requests).toHaveLength(7);
  expect(resource.work.statuses).toEqual([
    `it refuses to GET ${path}: HTTP 403 (0 s)`,
    `it refuses to GET ${path}: HTTP 401 (0 s)`,
  ]);
});

test('gives up after its timeout, and says what to do', async () => {
  await using api = await fakeApi();
  api.objects.set(path, 403);
  const resource = new ResourceLife(resourceTypes.namespaceAccess);
  await expect(
    resource.create({ kubeconfig: api.kubeconfig, namespace: 'cluster-demo', timeoutSeconds: 2 }),
  ).rejects.toThrow(
    `the account has no rights in the namespace cluster-demo after 2 s: it refuses to GET ${path}: HTTP 403. ` +
      'Bring up the stack infra of the environment, then this one again',
  );
});

test('does not wait again for another token of the account', async () => {
  await using api = await fakeApi();
  api.objects.set(path, {});
  const resource = new ResourceLife(resourceTypes.namespaceAccess);
  const inputs = { kubeconfig: api.kubeconfig, namespace: 'cluster-demo' };
  const { outputs } = await resource.create(inputs);
  expect(resource.preview({ ...inputs, kubeconfig: '{}' })).toEqual(outputs);
  expect(resource.changes({ ...inputs, kubeconfig: '{}' })).toEqual(['kubeconfig']);
  expect(resource.changes({ ...inputs, namespace: 'cluster-other' })).toEqual(['namespace*']);
});
