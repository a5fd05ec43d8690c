// SPDX-License-Identifier: Apache-2.0
import { ApiClient } from '../api-client.ts';
import { TestApi, type Stored } from '../test-api.ts';
import { aMoment, eventually, recordLog } from '../test-wait.ts';
import { EndpointController } from './endpoint-controller.ts';

const slices = '/apis/discovery.k8s.io/v1/endpointslices';
const namespace = 'cluster-demo';
const labels = {
  'cluster.x-k8s.io/tenant-service-name': 'shop',
  'cluster.x-k8s.io/tenant-service-namespace': 'default',
  'cluster.x-k8s.io/cluster-name': 'demo',
};

let infra: TestApi;
let tenant: TestApi;
let clients: readonly ApiClient[];
let controller: EndpointController;
const log = recordLog();

beforeEach(async () => {
  [infra, tenant] = [new TestApi(), new TestApi()];
  const ofInfra = new ApiClient('infra', await infra.start(), log);
  const ofTenant = new ApiClient('tenant', await tenant.start(), log);
  clients = [ofInfra, ofTenant];
  controller = new EndpointController({
    ...{ infra: ofInfra, tenant: ofTenant, namespace, log, backoff: { first: 20, most: 50 } },
  });
});
afterEach(() => {
  controller.stop();
  for (const client of clients) client.close();
  infra.stop();
  tenant.stop();
});

function service(spec: object = {}, change: object = labels): void {
  infra.put('/api/v1/services', {
    metadata: { name: 'a1', namespace, uid: 's1', labels: change },
    spec: {
      ...{ type: 'LoadBalancer', clusterIP: '10.96.0.9' },
      ports: [{ name: 'http', protocol: 'TCP', port: 80, targetPort: 30_080 }],
      ...spec,
    },
  });
}

function podsOn(...nodes: string[]): void {
  tenant.put(slices, {
    metadata: {
      ...{ name: 'shop-x', namespace: 'default' },
      labels: { 'kubernetes.io/service-name': 'shop' },
    },
    endpoints: nodes.map((nodeName) => ({ addresses: ['10.128.1.2'], nodeName })),
  });
}

function machine(name: string, ipAddress: string, status: object = {}): void {
  infra.put('/apis/kubevirt.io/v1/virtualmachineinstances', {
    metadata: { name, namespace },
    status: {
      ...{ phase: 'Running', nodeName: 'host-1', interfaces: [{ name: 'default', ipAddress }] },
      ...status,
    },
  });
}

const only = (): Stored | undefined => infra.list(slices)[0];
const addresses = () =>
  ((only()?.endpoints ?? []) as { addresses: string[] }[]).flatMap((one) => one.addresses);

test('a load balancer leads to the machines that pods of its Service are on', async () => {
  service();
  podsOn('md-a-1', 'md-a-0', 'md-a-1');
  machine('md-a-0', '10.244.0.5');
  machine('md-a-1', '10.244.0.6', { phase: 'Scheduling' });
  machine('md-a-2', '10.244.0.7');
  controller.start();
  const slice = await eventually(only);
  expect(infra.list(slices)).toHaveLength(1);
  expect(slice).toMatchObject({
    metadata: {
      generateName: 'a1',
      labels: {
        ...labels,
        'kubernetes.io/service-name': 'a1',
        'endpointslice.kubernetes.io/managed-by': 'kubevirt-eps-controller',
      },
      ownerReferences: [{ kind: 'Service', name: 'a1', uid: 's1', controller: true }],
    },
    addressType: 'IPv4',
    ports: [{ name: 'http', port: 30_080, protocol: 'TCP' }],
  });
  expect(slice.endpoints).toEqual([
    {
      addresses: ['10.244.0.5'],
      conditions: { ready: true, serving: true, terminating: false },
      nodeName: 'host-1',
    },
    {
      addresses: ['10.244.0.6'],
      conditions: { ready: false, serving: false, terminating: false },
      nodeName: 'host-1',
    },
  ]);
});

test('a slice that its watch has not told of yet is not made a second time', async () => {
  podsOn('md-a-0');
  machine('md-a-0', '10.244.0.5');
  controller.start();
  await aMoment();
  infra.watchDelay = 200;
  service();
  await eventually(only);
  podsOn('md-a-0', 'md-a-1');
  await aMoment();
  await aMoment();
  expect(infra.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
});

test('it follows pods, machines that move, and ports', async () => {
  service();
  podsOn('md-a-0');
  machine('md-a-0', '10.244.0.5');
  machine('md-a-1', '10.244.0.6');
  controller.start();
  await eventually(() => addresses().join() === '10.244.0.5');
  podsOn('md-a-0', 'md-a-1');
  await eventually(() => addresses().join() === '10.244.0.5,10.244.0.6');
  machine('md-a-0', '10.244.0.9', { nodeName: 'host-2' });
  await eventually(() => addresses().join() === '10.244.0.9,10.244.0.6');
  service({ ports: [{ port: 80, targetPort: 30_081 }] });
  await eventually(() => JSON.stringify(only()?.ports).includes('30081'));
  expect(infra.list(slices)).toHaveLength(1);
  podsOn();
  await eventually(() => only() === undefined);
});

test('somebody else takes a slice away: it comes back', async () => {
  service();
  podsOn('md-a-0');
  machine('md-a-0', '10.244.0.5');
  controller.start();
  const { metadata } = await eventually(only);
  infra.delete(`/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices/${metadata.name}`);
  await eventually(() => only() !== undefined && only()?.metadata.name !== metadata.name);
});

test('with the Service, or once it has a selector, the slice goes', async () => {
  service();
  podsOn('md-a-0');
  machine('md-a-0', '10.244.0.5');
  controller.start();
  await eventually(only);
  service({ selector: { a: 'b' } });
  await eventually(() => only() === undefined);
});

test.each([
  ['of nobody in the user cluster', {}, {}],
  ['with a selector', { selector: { a: 'b' } }, labels],
  ['that is no load balancer', { type: 'ClusterIP' }, labels],
])('a Service %s is left alone', async (_, spec, change) => {
  service(spec, change);
  podsOn('md-a-0');
  machine('md-a-0', '10.244.0.5');
  controller.start();
  await aMoment();
  expect(infra.list(slices)).toEqual([]);
});
