// SPDX-License-Identifier: Apache-2.0
import { ApiClient } from '../api-client.ts';
import { TestApi } from '../test-api.ts';
import { aMoment, eventually, recordLog } from '../test-wait.ts';
import { parseCloudConfig } from './cloud-config.ts';
import { ServiceController } from './service-controller.ts';

const services = '/api/v1/services';
const uid = '0b8e1b2c-5d3f-4a77-9c1d-2f6b7a8c9d0e';
const infraName = 'a0b8e1b2c5d3f4a779c1d2f6b7a8c9d0';
const infraPath = `/api/v1/namespaces/cluster-demo/services/${infraName}`;
const tenantPath = '/api/v1/namespaces/shop/services/web';
const ingress = [{ ip: '172.31.0.40', ipMode: 'VIP' }];

let tenant: TestApi;
let infra: TestApi;
let controller: ServiceController;
let clients: { readonly tenant: ApiClient; readonly infra: ApiClient };

function service(change: Record<string, unknown> = {}, metadata: object = {}): object {
  return {
    metadata: { name: 'web', namespace: 'shop', uid, ...metadata },
    spec: {
      type: 'LoadBalancer',
      externalTrafficPolicy: 'Cluster',
      ports: [{ name: 'http', protocol: 'TCP', port: 80, targetPort: 8080, nodePort: 30080 }],
      ...change,
    },
  };
}

function run(yaml: string): ServiceController {
  const log = recordLog();
  return new ServiceController({
    ...{ ...clients, namespace: 'cluster-demo', clusterName: 'demo' },
    ...{ config: parseCloudConfig(yaml), log, workers: 1, backoff: { first: 20, most: 50 } },
  }).start();
}

function eventReasons(): unknown[] {
  return tenant.list('/api/v1/events').map(({ reason }) => reason);
}

beforeEach(async () => {
  tenant = new TestApi();
  infra = new TestApi();
  clients = {
    tenant: new ApiClient('tenant', await tenant.start(), recordLog()),
    infra: new ApiClient('infra', await infra.start(), recordLog()),
  };
});
afterEach(() => {
  controller.stop();
  clients.tenant.close();
  clients.infra.close();
  tenant.stop();
  infra.stop();
});

/** A poll interval below upstream's whole seconds, for tests. */
const fast = 'loadBalancer: {creationPollInterval: 0.02, creationPollTimeout: 5}';

function giveAddress(): void {
  infra.put(services, { ...infra.must(infraPath), status: { loadBalancer: { ingress } } });
}

test('a LoadBalancer Service gets a Service of the infra cluster, exactly so', async () => {
  tenant.put(
    services,
    service(
      { loadBalancerIP: '172.31.0.40', loadBalancerSourceRanges: ['10.0.0.0/8'] },
      { annotations: { 'metallb.io/address-pool': 'demo' } },
    ),
  );
  controller = run(`infraLabels: {strata.dev/cluster: demo}\n${fast}`);
  const created = await eventually(() => infra.get(infraPath));
  expect(created).toEqual({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: infraName,
      namespace: 'cluster-demo',
      uid: created.metadata.uid,
      resourceVersion: created.metadata.resourceVersion,
      annotations: { 'metallb.io/address-pool': 'demo' },
      labels: {
        'cluster.x-k8s.io/tenant-service-name': 'web',
        'cluster.x-k8s.io/tenant-service-namespace': 'shop',
        'cluster.x-k8s.io/cluster-name': 'demo',
        'strata.dev/cluster': 'demo',
      },
    },
    spec: {
      ports: [{ name: 'http', protocol: 'TCP', port: 80, targetPort: 30080 }],
      selector: {
        'cluster.x-k8s.io/role': 'worker',
        'cluster.x-k8s.io/cluster-name': 'demo',
      },
      type: 'LoadBalancer',
      externalTrafficPolicy: 'Cluster',
      loadBalancerIP: '172.31.0.40',
    },
  });
});

test('its address becomes the tenant’s, behind a finalizer', async () => {
  tenant.put(services, service());
  controller = run(fast);
  await eventually(() => infra.get(infraPath));
  expect(tenant.get(tenantPath)?.metadata.finalizers).toEqual([
    'service.kubernetes.io/load-balancer-cleanup',
  ]);
  giveAddress();
  await eventually(() => tenant.get(tenantPath)?.status);
  expect(tenant.get(tenantPath)?.status).toEqual({ loadBalancer: { ingress } });
  await eventually(() => eventReasons().includes('EnsuredLoadBalancer'));
  expect(eventReasons()).toEqual(['EnsuringLoadBalancer', 'EnsuredLoadBalancer']);
});

test('only ports change later, never annotations', async () => {
  tenant.put(services, service());
  controller = run(fast);
  await eventually(() => infra.get(infraPath));
  giveAddress();
  await eventually(() => tenant.get(tenantPath)?.status);
  const ports = [{ name: 'http', protocol: 'TCP', port: 8080, nodePort: 30080 }];
  const { metadata, status } = tenant.must(tenantPath);
  tenant.put(services, { ...service({ ports }, { ...metadata, annotations: { a: 'b' } }), status });
  await eventually(() => {
    const spec = infra.get(infraPath)?.spec as { ports: { port: number }[] } | undefined;
    return spec?.ports[0]?.port === 8080;
  });
  expect(infra.get(infraPath)?.metadata.annotations).toBeUndefined();
  expect(infra.requests.filter((line) => line.startsWith('PUT'))).toEqual([`PUT ${infraPath}`]);
});

test('a deleted Service goes after its infra Service', async () => {
  tenant.put(services, service());
  controller = run(fast);
  await eventually(() => infra.get(infraPath));
  giveAddress();
  await eventually(() => tenant.get(tenantPath)?.status);
  infra.react((method) =>
    method === 'DELETE' && tenant.get(tenantPath) === undefined
      ? { status: 500, body: { message: 'too late' } }
      : undefined,
  );
  tenant.delete(tenantPath);
  await eventually(() => tenant.get(tenantPath) === undefined);
  expect(infra.get(infraPath)).toBeUndefined();
});

test('a Service that is no load balancer any more loses address and finalizer', async () => {
  const finalizers = ['service.kubernetes.io/load-balancer-cleanup'];
  const status = { loadBalancer: { ingress } };
  tenant.put(services, { ...service({ type: 'ClusterIP' }, { finalizers }), status });
  infra.put(services, { metadata: { name: infraName, namespace: 'cluster-demo' } });
  controller = run(fast);
  await eventually(() => infra.get(infraPath) === undefined);
  await eventually(() => JSON.stringify(tenant.get(tenantPath)?.status) === '{"loadBalancer":{}}');
  expect(tenant.get(tenantPath)?.metadata.finalizers).toEqual([]);
});

test('a Service with a class of its own is left alone', async () => {
  tenant.put(services, service({ loadBalancerClass: 'io.cilium/l2' }));
  controller = run(fast);
  await aMoment();
  expect(infra.requests).toEqual([]);
  expect(tenant.get(tenantPath)?.metadata.finalizers).toBeUndefined();
});

test('selectorless leaves the selector out', async () => {
  tenant.put(services, service());
  controller = run('loadBalancer: {creationPollInterval: 0.02, selectorless: true}');
  const created = await eventually(() => infra.get(infraPath));
  expect(created.spec).not.toHaveProperty('selector');
});

test('after a restart the address is copied from what is there', async () => {
  tenant.put(services, service());
  infra.put(services, {
    metadata: { name: infraName, namespace: 'cluster-demo' },
    spec: { ports: [{ name: 'http', protocol: 'TCP', port: 80, targetPort: 30080, nodePort: 1 }] },
    status: { loadBalancer: { ingress } },
  });
  controller = run(fast);
  await eventually(() => tenant.get(tenantPath)?.status);
  expect(infra.requests).toEqual([`GET ${infraPath}`]);
});

test('a refusal is an event on the Service, and tried again', async () => {
  let refusals = 0;
  infra.react((method) => {
    if (method !== 'POST' || (refusals += 1) > 2) return undefined;
    return { status: 403, body: { message: 'services is forbidden' } };
  });
  tenant.put(services, service());
  controller = run(fast);
  await eventually(() => infra.get(infraPath));
  const message =
    'Error syncing load balancer: failed to ensure load balancer: services is forbidden';
  const event = tenant.list('/api/v1/events').find(({ type }) => type === 'Warning');
  expect(event).toMatchObject({ reason: 'SyncLoadBalancerFailed', message, count: 2 });
  expect(event?.involvedObject).toEqual({
    ...{ apiVersion: 'v1', kind: 'Service', name: 'web', namespace: 'shop', uid },
  });
});

test('an infra Service that somebody removed comes back when the nodes change', async () => {
  tenant.put(services, service());
  controller = run(fast);
  await eventually(() => infra.get(infraPath));
  giveAddress();
  await eventually(() => tenant.get(tenantPath)?.status);
  infra.delete(infraPath);
  await controller.nodesChanged();
  await eventually(() => infra.get(infraPath));
});
