// SPDX-License-Identifier: Apache-2.0
import { ApiClient } from '../api-client.ts';
import { TestApi, type Stored } from '../test-api.ts';
import { aMoment, eventually, recordLog } from '../test-wait.ts';
import { Instances } from './instances.ts';
import { NodeController } from './node-controller.ts';

const nodes = '/api/v1/nodes';
const machines = '/apis/kubevirt.io/v1/virtualmachineinstances';
const uninitialized = {
  key: 'node.cloudprovider.kubernetes.io/uninitialized',
  value: 'true',
  effect: 'NoSchedule',
};
const notReady = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

let tenant: TestApi;
let infra: TestApi;
let controller: NodeController;
let clients: { readonly tenant: ApiClient; readonly infra: ApiClient };
let log: ReturnType<typeof recordLog>;
let nodeChanges = 0;

beforeEach(async () => {
  nodeChanges = 0;
  log = recordLog();
  tenant = new TestApi();
  infra = new TestApi();
  clients = {
    tenant: new ApiClient('tenant', await tenant.start(), log),
    infra: new ApiClient('infra', await infra.start(), log),
  };
  infra.put(nodes, {
    metadata: {
      name: 'host-1',
      labels: {
        'topology.kubernetes.io/region': 'lab',
        'topology.kubernetes.io/zone': 'a',
      },
    },
  });
});
afterEach(() => {
  controller.stop();
  clients.tenant.close();
  clients.infra.close();
  tenant.stop();
  infra.stop();
});

function run(zoneAndRegionEnabled = true): void {
  const instances = new Instances({
    ...{ infra: clients.infra, namespace: 'cluster-demo', zoneAndRegionEnabled, log },
  });
  controller = new NodeController({
    ...{ tenant: clients.tenant, instances, log, workers: 1, monitorPeriod: 20, updatePeriod: 40 },
    onNodesChanged: () => (nodeChanges += 1),
  }).start();
}

function instance(name: string, change: object = {}): void {
  infra.put(machines, {
    metadata: {
      ...{ name, namespace: 'cluster-demo' },
      annotations: { 'kubevirt.io/instancetype-name': 'small' },
    },
    status: {
      ...{ phase: 'Running', nodeName: 'host-1' },
      interfaces: [
        { name: 'storage', ipAddress: '192.168.7.9' },
        { name: 'default', ipAddress: '10.42.0.17' },
      ],
      ...change,
    },
  });
}

function node(change: Partial<Stored> = {}): void {
  tenant.put(nodes, {
    spec: { taints: [notReady, uninitialized] },
    status: {
      addresses: [{ type: 'Hostname', address: 'workers-0' }],
      conditions: [{ type: 'Ready', status: 'True' }],
    },
    ...change,
    metadata: { name: 'workers-0', ...change.metadata },
  });
}

const current = () => tenant.get(`${nodes}/workers-0`);

test('a new node is told what the infra cluster knows of its machine', async () => {
  instance('workers-0');
  node();
  run();
  await eventually(() => {
    const status = current()?.status as { addresses: unknown[] };
    return status.addresses.length === 2;
  });
  expect(current()).toMatchObject({
    metadata: {
      labels: {
        'node.kubernetes.io/instance-type': 'small',
        'beta.kubernetes.io/instance-type': 'small',
        'topology.kubernetes.io/region': 'lab',
        'failure-domain.beta.kubernetes.io/region': 'lab',
        'topology.kubernetes.io/zone': 'a',
        'failure-domain.beta.kubernetes.io/zone': 'a',
      },
    },
    spec: { providerID: 'kubevirt://workers-0', taints: [notReady] },
    status: {
      addresses: [
        { type: 'InternalIP', address: '10.42.0.17' },
        { type: 'Hostname', address: 'workers-0' },
      ],
    },
  });
  await eventually(() => nodeChanges === 1);
});

test('a node that others write at the same time is tried again at once, with what it is by then', async () => {
  instance('workers-0');
  node();
  let conflicts = 3;
  tenant.react((method, path) => {
    if (method !== 'PUT' || path !== `${nodes}/workers-0` || conflicts === 0) return undefined;
    conflicts -= 1;
    return { status: 409, body: { message: 'the object has been modified' } };
  });
  run();
  await eventually(() => (current()?.spec as { providerID?: string }).providerID);
  expect(conflicts).toBe(0);
  expect(log.lines.filter((line) => line.includes('trying again'))).toEqual([]);
});

test('a label names a machine of another name', async () => {
  instance('vm-7');
  node({ metadata: { name: 'workers-0', labels: { 'node.kubernetes.io/instance-id': 'vm-7' } } });
  run(false);
  await eventually(() => (current()?.spec as { providerID?: string }).providerID);
  expect(current()?.spec).toEqual({ providerID: 'kubevirt://vm-7', taints: [notReady] });
  expect(infra.requests).not.toContain('GET /api/v1/nodes/host-1');
});

test('a node without a machine keeps its taint', async () => {
  node();
  run();
  await eventually(() => log.lines.find((line) => line.includes('workers-0')));
  await eventually(() =>
    log.lines.includes(
      "node: workers-0: failed to get instance metadata for node workers-0: could not find a virtual machine instance with 'workers-0' hostname, trying again",
    ),
  );
  expect(current()?.spec).toEqual({ taints: [notReady, uninitialized] });
});

test('zones need the right to read hosts: without it the node keeps its taint', async () => {
  infra.react((_, path) =>
    path === '/api/v1/nodes/host-1'
      ? { status: 403, body: { message: 'nodes "host-1" is forbidden' } }
      : undefined,
  );
  instance('workers-0');
  node();
  run();
  await eventually(() =>
    log.lines.includes('infra cluster refuses get of nodes: nodes "host-1" is forbidden'),
  );
  await aMoment();
  expect(current()?.spec).toEqual({ taints: [notReady, uninitialized] });
});

test('a kubelet that insists on another address stays out', async () => {
  instance('workers-0');
  node({
    metadata: {
      name: 'workers-0',
      annotations: { 'alpha.kubernetes.io/provided-node-ip': '10.0.2.2' },
    },
  });
  run();
  await eventually(() =>
    log.lines.includes(
      'node: workers-0: provided node ip for node "workers-0" is not valid: failed to get node address from cloud provider that matches ip: 10.0.2.2, trying again',
    ),
  );
  expect(current()?.spec).toEqual({ taints: [notReady, uninitialized] });
});

test('an address that changes after a migration is written', async () => {
  instance('workers-0');
  node();
  run();
  await eventually(() => (current()?.spec as { providerID?: string }).providerID);
  instance('workers-0', { interfaces: [{ name: 'default', ipAddress: '10.42.3.3' }] });
  await eventually(() => JSON.stringify(current()?.status).includes('10.42.3.3'));
  instance('workers-0', { interfaces: [] });
  await aMoment();
  expect(JSON.stringify(current()?.status)).toContain('10.42.3.3');
});

const down = { conditions: [{ type: 'Ready', status: 'Unknown' }] };
const initialized = { providerID: 'kubevirt://workers-0' };

test('a node whose machine is gone is removed, but not while it is Ready', async () => {
  node({ spec: initialized });
  run();
  await aMoment();
  expect(current()).toBeDefined();
  node({ spec: initialized, status: down });
  await eventually(() => current() === undefined);
  expect(tenant.list('/api/v1/events')[0]).toMatchObject({
    reason: 'DeletingNode',
    message: 'Deleting node workers-0 because it does not exist in the cloud provider',
  });
});

function machine(runStrategy: string): void {
  const metadata = { name: 'workers-0', namespace: 'cluster-demo' };
  infra.put('/apis/kubevirt.io/v1/virtualmachines', { metadata, spec: { runStrategy } });
}

test('a node whose machine runs only once is removed when it has ended', async () => {
  machine('Once');
  instance('workers-0', { phase: 'Succeeded' });
  node({ spec: initialized, status: down });
  run();
  await eventually(() => current() === undefined);
});

test('a node whose machine is off is tainted until it is Ready again', async () => {
  machine('Always');
  instance('workers-0', { phase: 'Succeeded' });
  node({ spec: initialized, status: down });
  run();
  await eventually(() => JSON.stringify(current()?.spec).includes('shutdown'));
  expect(current()?.spec).toEqual({
    ...initialized,
    taints: [{ key: 'node.cloudprovider.kubernetes.io/shutdown', effect: 'NoSchedule' }],
  });
  const { spec } = tenant.must(`${nodes}/workers-0`);
  node({ spec });
  await eventually(() => !JSON.stringify(current()?.spec).includes('shutdown'));
  expect(current()?.spec).toEqual({ ...initialized, taints: [] });
});

test('a node of another provider is never removed', async () => {
  node({ spec: { providerID: 'metal://1' }, status: down });
  run();
  await eventually(() =>
    log.lines.includes(
      'error checking node workers-0: ProviderID "metal://1" didn\'t match expected format "kubevirt://<instance-id>"',
    ),
  );
  expect(current()).toBeDefined();
});
