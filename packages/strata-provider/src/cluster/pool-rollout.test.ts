// SPDX-License-Identifier: Apache-2.0
import { resourceTypes } from '../resource-types.ts';
import { fakeApi, ResourceLife, type FakeApi } from '../testing/index.ts';
import { TestPool } from './test-pool.ts';

const vms = '/apis/kubevirt.io/v1/namespaces/cluster-demo/virtualmachines';
const vmis = '/apis/kubevirt.io/v1/namespaces/cluster-demo/virtualmachineinstances';
const disks = '/apis/cdi.kubevirt.io/v1beta1/namespaces/cluster-demo/datavolumes';
const pool = '/apis/pool.kubevirt.io/v1beta1/namespaces/cluster-demo/virtualmachinepools/web';
const selector = '?labelSelector=strata.dev/pool=web';

interface MachineFacts {
  readonly generation?: string;
  readonly running?: string;
  readonly isReady?: boolean;
  readonly phase?: string;
  readonly failure?: string;
  readonly disk?: string;
  readonly isLeaving?: boolean;
}

function vm(name: string, facts: MachineFacts) {
  const { generation = 'new', isReady = true, disk = `${name}-root-new`, failure } = facts;
  return {
    metadata: { name, labels: { 'strata.dev/generation': generation } },
    spec: { template: { spec: { volumes: [{ dataVolume: { name: disk } }, { disk: {} }] } } },
    status: {
      ready: isReady,
      printableStatus: isReady ? 'Running' : 'Provisioning',
      conditions: failure ? [{ type: 'Failure', status: 'True', message: failure }] : [],
    },
  };
}

function vmi(name: string, facts: MachineFacts) {
  const { running = 'new', isReady = true, phase = 'Running', isLeaving = false } = facts;
  const deletionTimestamp = isLeaving ? '2026-01-01T00:00:00Z' : undefined;
  return {
    metadata: { name, labels: { 'strata.dev/generation': running }, deletionTimestamp },
    status: { phase, conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }] },
  };
}

/** Sets the machines of pool web; one with the phase `none` has no VMI. */
function setMachines(api: FakeApi, machines: Readonly<Record<string, MachineFacts>>): void {
  const entries = Object.entries(machines);
  api.objects.set(vms, { items: entries.map(([name, facts]) => vm(name, facts)) });
  const running = entries.filter(([, { phase }]) => phase !== 'none');
  api.objects.set(vmis + selector, { items: running.map(([name, facts]) => vmi(name, facts)) });
}

function inputsOf(api: FakeApi) {
  const { kubeconfig } = api;
  return { kubeconfig, namespace: 'cluster-demo', pool: 'web', replicas: 2, generation: 'new' };
}

// Proves: clusters.joining
test('is done when all machines are of its generation and Ready', async () => {
  await using api = await fakeApi();
  setMachines(api, { 'web-10': {}, 'web-2': {} });
  const resource = new ResourceLife(resourceTypes.poolRollout);
  const { outputs } = await resource.create(inputsOf(api));
  expect(outputs).toEqual({ generation: 'new', machines: ['web-2', 'web-10'] });
  expect(resource.work.statuses).toEqual([]);
  expect(resource.changes(inputsOf(api))).toEqual([]);
  await resource.delete();
  expect(api.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
});

// Proves: machines.rolling
test('reports why each other machine is not Ready', async () => {
  await using api = await fakeApi();
  setMachines(api, {
    'web-0': { running: 'old' },
    'web-1': { running: 'old', isLeaving: true },
    'web-2': { generation: 'old' },
    'web-3': { isReady: false },
    'web-4': { isReady: false, phase: 'none' },
    'web-5': { isReady: false, phase: 'none', failure: 'no such class' },
    'web-6': {},
  });
  const resource = new ResourceLife(resourceTypes.poolRollout);
  const inputs = { ...inputsOf(api), replicas: 7, timeoutSeconds: 2 };
  await expect(resource.create(inputs)).rejects.toThrow(
    'pool web did not get ready within 2 s: 1/7 ready; web-0 still runs as it was; ' +
      'web-1 drains and shuts down; web-2 waits for its turn; ' +
      'web-3 runs, and has not joined yet; web-4 is Provisioning; ' +
      'web-5 is Provisioning: no such class. ' +
      'Its machines go on by themselves; run pulumi up again to go on waiting',
  );
});

// Proves: machines.groups
test('waits until the pool has created missing machines and removed surplus ones', async () => {
  await using api = await fakeApi();
  setMachines(api, { 'web-0': {} });
  api.objects.set('/apis/pool.kubevirt.io', { preferredVersion: { version: 'v1beta1' } });
  api.objects.set(pool, {
    status: {
      conditions: [{ type: 'ReplicaFailure', status: 'True', message: 'exceeded quota: cpu' }],
    },
  });
  let looks = 0;
  api.afterRequest = (request) => {
    if (!request.startsWith(`GET ${vmis}`)) return;
    looks += 1;
    setMachines(api, looks === 1 ? { a: {}, b: {}, c: {} } : { a: {}, b: {} });
  };
  const resource = new ResourceLife(resourceTypes.poolRollout);
  await resource.create(inputsOf(api));
  expect(resource.work.statuses).toEqual([
    '1/2 ready; the pool cannot make machines: exceeded quota: cpu (0 s)',
    '3/2 ready; 1 too many (0 s)',
  ]);
});

// Proves: machines.rolling
test('deletes the disks of earlier generations that no VM or VMI uses', async () => {
  await using api = await fakeApi();
  setMachines(api, { 'web-0': {}, 'web-1': { disk: 'kept-in-use' } });
  const disk = (name: string, generation: string) => ({
    metadata: { name, labels: { 'strata.dev/generation': generation } },
  });
  const items = [
    disk('web-root-old-0', 'old'),
    disk('kept-in-use', 'older'),
    disk('db-root-old-0', 'older'),
    disk('web-root-new-0', 'new'),
  ];
  api.objects.set(`${disks}${selector},strata.dev/generation`, { items });
  for (const { metadata } of items) api.objects.set(`${disks}/${metadata.name}`, {});
  api.objects.set(vmis, {
    items: [
      {
        metadata: { name: 'db-0' },
        spec: { volumes: [{ dataVolume: { name: 'db-root-old-0' } }] },
      },
    ],
  });
  const resource = new ResourceLife(resourceTypes.poolRollout);
  await resource.create(inputsOf(api));
  expect(resource.work.infos).toEqual(['removed old disks: web-root-old-0']);
  expect(api.requests.filter((request) => request.startsWith('DELETE'))).toEqual([
    `DELETE ${disks}/web-root-old-0`,
  ]);
});

test('a state of an earlier version, with an input that is gone, is no change', async () => {
  await using api = await fakeApi();
  setMachines(api, { 'web-0': {}, 'web-1': {} });
  const resource = new ResourceLife(resourceTypes.poolRollout);
  await resource.create({ ...inputsOf(api), cleanUpDisks: true });
  expect(resource.changes(inputsOf(api))).toEqual([]);
});

test('continues when the API fails for a moment while old disks are deleted', async () => {
  await using api = await fakeApi();
  setMachines(api, { 'web-0': {}, 'web-1': {} });
  const list = `${disks}${selector},strata.dev/generation`;
  api.objects.set(list, 503);
  api.afterRequest = (request) => {
    if (request === `GET ${list}`) api.objects.set(list, { items: [] });
  };
  const resource = new ResourceLife(resourceTypes.poolRollout);
  const { outputs } = await resource.create(inputsOf(api));
  expect(outputs).toEqual({ generation: 'new', machines: ['web-0', 'web-1'] });
});

test('continues when the API fails for a moment, and fails when it refuses for a minute', async () => {
  await using api = await fakeApi();
  setMachines(api, { 'web-0': {}, 'web-1': {} });
  const found = api.objects.get(vms);
  api.objects.set(vms, 503);
  api.afterRequest = () => api.objects.set(vms, found);
  const resource = new ResourceLife(resourceTypes.poolRollout);
  await resource.create(inputsOf(api));
  const refused = `${api.url}: it refuses to GET ${vms}?labelSelector=strata.dev%2Fpool%3Dweb: HTTP`;
  expect(resource.work.statuses).toEqual([`${refused} 503 (0 s)`]);
  api.afterRequest = () => undefined;
  api.objects.set(vms, 403);
  const start = resource.work.clock.now().getTime();
  await expect(resource.create(inputsOf(api))).rejects.toThrow(`${refused} 403`);
  expect(resource.work.clock.now().getTime() - start).toBe(60_100);
});

test.each([401, 403])(
  'continues when an API server that starts refuses the account for a moment with %i',
  async (status) => {
    await using pool = await TestPool.start();
    const { onWrite } = pool.infra;
    let left = 10;
    pool.infra.onWrite = (write) => {
      left -= 1;
      return left >= 0 ? status : onWrite(write);
    };
    const resource = new ResourceLife(resourceTypes.poolRollout);
    await resource.create(pool.inputs);
    expect(pool.summary).toBe('web-0 new, web-1 new, web-2 new');
  },
);

test('waits again for another generation or size, but not for another kubeconfig', async () => {
  await using api = await fakeApi();
  setMachines(api, { 'web-0': {}, 'web-1': {} });
  const resource = new ResourceLife(resourceTypes.poolRollout);
  await resource.create(inputsOf(api));
  const requests = api.requests.length;
  const login = { ...inputsOf(api), kubeconfig: `${api.kubeconfig} ` };
  expect(resource.changes(login)).toEqual(['kubeconfig']);
  await resource.update(login);
  expect(api.requests).toHaveLength(requests);
  expect(resource.changes({ ...login, replicas: 3 })).toEqual(['replicas']);
  expect(resource.changes({ ...login, pool: 'db' })).toEqual(['pool*']);
});

test('rejects maxSurge 0 together with maxUnavailable 0, except for a pool without machines', () => {
  const inputs = { kubeconfig: 'k', namespace: 'n', pool: 'p', generation: 'g' };
  const neither = { ...inputs, maxSurge: 0, maxUnavailable: 0 };
  const resource = new ResourceLife(resourceTypes.poolRollout);
  expect(resource.problems({ ...neither, replicas: 1 })).toEqual([
    { property: 'maxUnavailable', reason: 'must be 1 or more where maxSurge is 0' },
  ]);
  expect(resource.problems({ ...neither, replicas: 0 })).toEqual([]);
});

test('scales a pool to zero with maxSurge 0 and maxUnavailable 0', async () => {
  await using pool = await TestPool.start();
  pool.size = 0;
  pool.show();
  const resource = new ResourceLife(resourceTypes.poolRollout);
  const inputs = { ...pool.inputs, replicas: 0, maxSurge: 0, maxUnavailable: 0 };
  const { outputs } = await resource.create(inputs);
  expect(outputs).toEqual({ generation: 'new', machines: [] });
  expect(pool.machines).toEqual([]);
});

/** Starts a pool whose rollout is done except for one cordoned node; the API answers the first writes with `statuses`. */
async function takenBack(...statuses: readonly number[]) {
  const pool = await TestPool.start();
  for (const machine of pool.machines) machine.generation = 'new';
  pool.cordoned.add('web-1');
  pool.show();
  const { onWrite } = pool.cluster;
  const left = [...statuses];
  pool.cluster.onWrite = (write) => left.shift() ?? onWrite(write);
  return pool;
}

test('is not done while the API is too busy to uncordon a node', async () => {
  await using pool = await takenBack(503, 429, 409);
  const resource = new ResourceLife(resourceTypes.poolRollout);
  await resource.create(pool.inputs);
  expect(pool.changes).toEqual(['uncordon web-1']);
  expect([...pool.cordoned]).toEqual([]);
  expect(resource.work.infos).toEqual([]);
  expect(resource.work.statuses[0]).toBe(
    `${pool.cluster.url}: it refuses to PATCH /api/v1/nodes/web-1: HTTP 503 (0 s)`,
  );
});

test('is done when it has no right to uncordon a node, and says so', async () => {
  await using pool = await takenBack(403);
  const resource = new ResourceLife(resourceTypes.poolRollout);
  await resource.create(pool.inputs);
  expect([...pool.cordoned]).toEqual(['web-1']);
  expect(resource.work.infos).toEqual([
    `could not check whether nodes are still cordoned: ${pool.cluster.url}: ` +
      'it refuses to PATCH /api/v1/nodes/web-1: HTTP 403',
  ]);
});
