// SPDX-License-Identifier: Apache-2.0
import { ApiClient } from '../api-client.ts';
import { TestApi } from '../test-api.ts';
import { aMoment, eventually, recordLog } from '../test-wait.ts';
import { mayPlayAllNodes, NodeHalf } from './node-half.ts';
import { paths } from './storage-objects.ts';

const log = recordLog();
const csiNode = `${paths.csiNodes}/workers-0`;

let api: TestApi;
let client: ApiClient;
let half: NodeHalf | undefined;

beforeEach(async () => {
  api = new TestApi();
  client = new ApiClient('tenant', await api.start(), log);
});
afterEach(() => {
  half?.stop();
  client.close();
  api.stop();
});

function run(nodeName?: string): void {
  const backoff = { first: 20, most: 50 };
  half = new NodeHalf({ tenant: client, log, backoff, nodeName }).start();
}

function node(annotations: object, spec: object = { providerID: 'kubevirt://workers-0' }): void {
  api.put('/api/v1/nodes', { metadata: { name: 'workers-0', annotations }, spec });
}

function plugin(phase: string): void {
  const ownerReferences = [{ kind: 'DaemonSet', name: 'kubevirt-csi-node' }];
  api.put('/api/v1/pods', {
    metadata: { name: 'kubevirt-csi-node-x', namespace: 'kube-system', ownerReferences },
    spec: { nodeName: 'workers-0' },
    status: { phase },
  });
}

const namespace = { 'cluster.x-k8s.io/cluster-namespace': 'cluster-demo' };

test('a node is registered once its plugin runs', async () => {
  node(namespace);
  plugin('Pending');
  run('workers-0');
  await aMoment();
  expect(api.get(csiNode)).toBeUndefined();
  plugin('Running');
  const registered = await eventually(() => api.get(csiNode));
  const { uid } = api.must('/api/v1/nodes/workers-0').metadata;
  expect(registered.metadata.ownerReferences).toEqual([
    { apiVersion: 'v1', kind: 'Node', name: 'workers-0', uid },
  ]);
  expect(registered.spec).toEqual({
    drivers: [{ name: 'csi.kubevirt.io', nodeID: 'cluster-demo/workers-0', topologyKeys: null }],
  });
});

test('for one node nothing is asked for that a kubelet may not have', async () => {
  node(namespace);
  plugin('Running');
  run('workers-0');
  await eventually(() => api.get(csiNode));
  const asked = api.requests.map((line) => line.replace(/[?&]resourceVersion=\d+/, ''));
  expect(new Set(asked.filter((line) => !line.includes('watch=1')))).toEqual(
    new Set([
      'GET /api/v1/nodes?fieldSelector=metadata.name%3Dworkers-0',
      'GET /api/v1/pods?fieldSelector=spec.nodeName%3Dworkers-0',
      `GET ${csiNode}`,
      `POST ${paths.csiNodes}`,
    ]),
  );
});

test('a provider id without the namespace annotation is not enough, and has no fallback', async () => {
  node({
    'csi.kubevirt.io/infra-vm-name': 'workers-0',
    'csi.kubevirt.io/infra-vm-namespace': 'cluster-demo',
  });
  plugin('Running');
  run();
  await eventually(() => log.lines.some((line) => line.includes('failed to resolve infra VM')));
  expect(api.get(csiNode)).toBeUndefined();
  node(namespace);
  await eventually(() => api.get(csiNode));
});

test('without a provider id of ours the two annotations of the driver do', async () => {
  const annotations = {
    'csi.kubevirt.io/infra-vm-name': 'vm-7',
    'csi.kubevirt.io/infra-vm-namespace': 'cluster-demo',
  };
  node(annotations, {});
  plugin('Running');
  run();
  const registered = await eventually(() => api.get(csiNode));
  expect(JSON.stringify(registered.spec)).toContain('"nodeID":"cluster-demo/vm-7"');
});

test('other drivers stay, and what belonged to an earlier node of the name does not', async () => {
  node(namespace);
  const { uid } = api.must('/api/v1/nodes/workers-0').metadata;
  const other = { name: 'other', nodeID: 'x' };
  const ownerReferences = [{ kind: 'Node', name: 'workers-0', uid }];
  api.put(paths.csiNodes, {
    metadata: { name: 'workers-0', ownerReferences },
    spec: { drivers: [other] },
  });
  plugin('Running');
  run();
  await eventually(() => JSON.stringify(api.get(csiNode)).includes('csi.kubevirt.io'));
  expect(JSON.stringify(api.must(csiNode).spec)).toContain('"other"');
  half?.stop();
  const { spec } = api.must('/api/v1/nodes/workers-0');
  api.put('/api/v1/nodes', { metadata: { name: 'workers-0', uid: 'second' }, spec });
  run();
  await eventually(() => JSON.stringify(api.get(csiNode)?.metadata).includes('second'));
  expect(JSON.stringify(api.must(csiNode).spec)).not.toContain('"other"');
});

test.each([
  [true, 3],
  [false, 1],
])('where the rights for all nodes are there: %s, it asked %i times', async (allowed, times) => {
  api.react((method) =>
    method === 'POST' ? { status: 201, body: { status: { allowed } } } : undefined,
  );
  await expect(mayPlayAllNodes(client, log)).resolves.toBe(allowed);
  expect(api.requests).toHaveLength(times);
});
