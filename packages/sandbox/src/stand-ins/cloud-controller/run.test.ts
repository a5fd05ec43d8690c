// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../credentials.ts';
import type { Running } from '../stand-in-process.ts';
import { TestApi } from '../test-api.ts';
import { writeKubeconfig } from '../test-kubeconfig.ts';
import { eventually, recordLog } from '../test-wait.ts';
import { runCloudController } from './run.ts';

const dir = mkdtempSync(join(tmpdir(), 'ccm-'));
const cloudConfig = join(dir, 'cloud-config');
const kubeconfig = join(dir, 'kubeconfig');
const infra = new TestApi();
/** One for each test: what a controller that was stopped has still under way goes to its own. */
let tenant: TestApi;
let own: Connection;
let running: Running | undefined;

beforeAll(async () => {
  own = await infra.start();
});
beforeEach(async () => {
  tenant = new TestApi();
  const { server } = await tenant.start();
  writeKubeconfig(kubeconfig, server);
  writeFileSync(cloudConfig, 'namespace: cluster-demo\n');
});
afterEach(() => {
  running?.stop();
  running = undefined;
  tenant.stop();
});
afterAll(() => {
  infra.stop();
  rmSync(dir, { recursive: true });
});

const isolated = ['--cloud-provider=kubevirt', '--authentication-skip-lookup=true'];
const files = [`--cloud-config=${cloudConfig}`, `--kubeconfig=${kubeconfig}`];
const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases';
const lease = `${leases}/cloud-controller-manager`;

async function start(args: readonly string[], onLost?: (error: unknown) => void): Promise<void> {
  running = await runCloudController({
    args,
    log: recordLog(),
    inCluster: () => own,
    onLost,
    healthPort: 0,
  });
}

test('it takes its lease in the tenant, and then begins', async () => {
  await start([...isolated, ...files, '--cluster-name=demo', '--leader-elect-retry-period=20ms']);
  await eventually(() => tenant.requests.find((line) => line.startsWith('GET /api/v1/services')));
  expect(tenant.requests.slice(0, 2)).toEqual([`GET ${lease}`, `POST ${leases}`]);
  expect(tenant.get(lease)?.spec).toMatchObject({ leaseDurationSeconds: 15, leaseTransitions: 0 });
});

test('a second one waits until the first has been silent for the time of its lease', async () => {
  tenant.put('/apis/coordination.k8s.io/v1/leases', {
    metadata: { name: 'cloud-controller-manager', namespace: 'kube-system' },
    spec: { holderIdentity: 'other', leaseTransitions: 3 },
  });
  const times = ['--leader-elect-retry-period=20ms', '--leader-elect-lease-duration=200ms'];
  const begin = Date.now();
  await start([...isolated, ...files, ...times]);
  await eventually(() => tenant.requests.includes(`PUT ${lease}`));
  expect(Date.now() - begin).toBeGreaterThanOrEqual(200);
  expect(tenant.get(lease)?.spec).toMatchObject({ leaseTransitions: 4 });
  const earlier = tenant.requests.slice(0, tenant.requests.indexOf(`PUT ${lease}`));
  expect(new Set(earlier)).toEqual(new Set([`GET ${lease}`]));
});

test('who loses the lease ends', async () => {
  const lost: unknown[] = [];
  const times = ['--leader-elect-retry-period=20ms', '--leader-elect-renew-deadline=60ms'];
  const name = ['--leader-elect-resource-name=mine'];
  await start([...isolated, ...files, ...times, ...name], (error) => lost.push(error));
  await eventually(() => tenant.get(`${leases}/mine`));
  tenant.react((method, path) =>
    method === 'PUT' && path.endsWith('/mine') ? { status: 500, body: {} } : undefined,
  );
  await eventually(() => lost.length > 0);
  expect(lost[0]).toMatchObject({ message: 'leaderelection lost', exitCode: 1 });
});

test('switched off parts do not begin', async () => {
  writeFileSync(
    cloudConfig,
    'namespace: x\nloadBalancer: {enabled: false}\ninstancesV2: {enabled: false}\n',
  );
  await start([...isolated, ...files, '--leader-elect=false']);
  await eventually(() => tenant.requests.some((line) => line.includes('/nodes')));
  expect(tenant.requests.some((line) => line.includes('/services'))).toBe(false);
});

test('without the flag for it, it may not start beside the infra cluster', async () => {
  infra.react((_, path) =>
    path.includes('extension-apiserver-authentication')
      ? { status: 403, body: { message: 'configmaps is forbidden' } }
      : undefined,
  );
  await expect(start(files)).rejects.toMatchObject({
    message:
      'unable to load configmap based request-header-client-ca-file: configmaps is forbidden',
    exitCode: 1,
  });
});

const prefix = 'Cloud provider could not be initialized: ';

test.each([
  [['--cloud-provider=aws'], `${prefix}unknown cloud provider "aws"`],
  [isolated, `${prefix}No kubevirt cloud provider config file given`],
  [
    [...isolated, `--cloud-config=${dir}/none`],
    `${prefix}Couldn't open cloud provider configuration ${dir}/none: ENOENT: no such file or directory, open '${dir}/none'`,
  ],
  [
    [...isolated, `--cloud-config=${cloudConfig}`, `--kubeconfig=${cloudConfig}`],
    `${prefix}${cloudConfig}: no context ""`,
  ],
])('%j ends it', async (args, message) => {
  await expect(start(args)).rejects.toMatchObject({ message, exitCode: 1 });
});

test('in the pod’s own cluster the cloud-config has to name the namespace', async () => {
  writeFileSync(cloudConfig, '');
  await expect(start([...isolated, ...files])).rejects.toMatchObject({
    message: `${prefix}cloud-config names no namespace`,
  });
});

test('with enableEPSController it writes the endpoints of load balancers', async () => {
  writeFileSync(
    cloudConfig,
    'namespace: cluster-demo\nloadBalancer: {selectorless: true, enableEPSController: true}\n',
  );
  await start([...isolated, ...files, '--leader-elect=false']);
  const collection = '/apis/discovery.k8s.io/v1';
  await eventually(
    () =>
      infra.requests.includes(`GET ${collection}/namespaces/cluster-demo/endpointslices`) &&
      tenant.requests.includes(`GET ${collection}/endpointslices`),
  );
});
