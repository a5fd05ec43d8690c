// SPDX-License-Identifier: Apache-2.0
import { ApiClient } from '../api-client.ts';
import { TestApi } from '../test-api.ts';
import { recordLog } from '../test-wait.ts';
import { parseEnforcement } from './enforcement.ts';
import { InfraStorage } from './infra-storage.ts';
import { Publishing } from './publishing.ts';

const api = '/apis/kubevirt.io/v1';
const subresources = '/apis/subresources.kubevirt.io/v1/namespaces/cluster-demo';
const namespace = 'cluster-demo';
const log = recordLog();

let infra: TestApi;
let client: ApiClient;
let driver: Publishing;

beforeEach(async () => {
  infra = new TestApi();
  client = new ApiClient('infra', await infra.start(), log);
  driver = new Publishing(
    new InfraStorage({
      ...{ infra: client, namespace, labels: {}, volumePrefix: 'pvc', log },
      ...{ enforcement: parseEnforcement(''), patience: 300, pollInterval: 10 },
    }),
    5,
  );
  infra.put('/apis/cdi.kubevirt.io/v1beta1/datavolumes', {
    metadata: { name: 'pvc-1', namespace },
    spec: {},
  });
  machine('workers-0', []);
  instance('workers-0', []);
});
afterEach(() => {
  client.close();
  infra.stop();
});

function machine(name: string, volumes: readonly object[]): void {
  const spec = { template: { spec: { volumes } } };
  infra.put(`${api}/virtualmachines`, { metadata: { name, namespace }, spec });
}

function instance(name: string, volumeStatus: readonly object[]): void {
  const status = { volumeStatus };
  infra.put(`${api}/virtualmachineinstances`, { metadata: { name, namespace }, status });
}

const volume = { name: 'pvc-1', dataVolume: { name: 'pvc-1', hotpluggable: true } };
const ready = { name: 'pvc-1', phase: 'Ready', hotplugVolume: {} };

/** Plays virt-api and virt-handler. */
function playKubeVirt(): void {
  infra.react((method, path) => {
    if (method !== 'PUT' || !path.startsWith(subresources)) return undefined;
    const isAdded = path.endsWith('/addvolume');
    machine('workers-0', isAdded ? [volume] : []);
    instance('workers-0', isAdded ? [ready] : []);
    return { status: 202, body: {} };
  });
}

const publication = {
  ...{ volumeId: 'pvc-1', nodeId: 'cluster-demo/workers-0', isShared: false },
  context: { bus: 'scsi', serial: '7d6f' },
};

test('attaching asks virt-api with bus and serial, and waits for the disk', async () => {
  playKubeVirt();
  await driver.publish(publication);
  const put = infra.requests.indexOf(`PUT ${subresources}/virtualmachines/workers-0/addvolume`);
  expect(infra.bodies[put]).toEqual({
    name: 'pvc-1',
    disk: { name: '', disk: { bus: 'scsi' }, serial: '7d6f' },
    volumeSource: { dataVolume: { name: 'pvc-1' } },
  });
});

test('attaching twice asks once', async () => {
  playKubeVirt();
  await driver.publish(publication);
  await driver.publish(publication);
  expect(infra.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(1);
});

test('a disk that never comes is an error', async () => {
  infra.react((method) => (method === 'PUT' ? { status: 202, body: {} } : undefined));
  await expect(driver.publish(publication)).rejects.toThrow('context deadline exceeded');
});

test('a missing right is tried five times and named', async () => {
  infra.react((method) =>
    method === 'PUT' ? { status: 403, body: { message: 'forbidden' } } : undefined,
  );
  await expect(driver.publish(publication)).rejects.toThrow(
    'timed out waiting for the condition: forbidden',
  );
  expect(infra.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(5);
  expect(log.lines).toContain(
    'infra cluster refuses update of subresources.kubevirt.io virtualmachines/addvolume in cluster-demo: forbidden',
  );
});

test('a disk of one machine is refused to a second, a shared one is not', async () => {
  playKubeVirt();
  instance('workers-1', [ready]);
  await expect(driver.publish(publication)).rejects.toThrow(
    'rpc error: code = FailedPrecondition desc = volume pvc-1 is already attached to VM workers-1',
  );
  await expect(driver.publish({ ...publication, isShared: true })).resolves.toBeUndefined();
});

test('a volume that is gone is not found', async () => {
  await expect(driver.publish({ ...publication, volumeId: 'pvc-2' })).rejects.toThrow(
    'rpc error: code = NotFound desc = volume pvc-2 not found',
  );
});

test('detaching asks the machine and waits until guest and machine are without it', async () => {
  playKubeVirt();
  await driver.publish(publication);
  await driver.unpublish('pvc-1', 'cluster-demo/workers-0');
  const puts = infra.requests.filter((line) => line.startsWith('PUT'));
  expect(puts.at(-1)).toBe(`PUT ${subresources}/virtualmachines/workers-0/removevolume`);
  expect(infra.bodies[infra.requests.lastIndexOf(puts.at(-1) ?? '')]).toEqual({ name: 'pvc-1' });
});

test('what only the guest still has is taken from the guest: that right is not upstream’s', async () => {
  playKubeVirt();
  instance('workers-0', [ready]);
  await driver.unpublish('pvc-1', 'cluster-demo/workers-0');
  expect(infra.requests).toContain(
    `PUT ${subresources}/virtualmachineinstances/workers-0/removevolume`,
  );
});

test('a machine that is gone holds nothing', async () => {
  await expect(driver.unpublish('pvc-1', 'cluster-demo/workers-9')).resolves.toBeUndefined();
  expect(infra.requests.some((line) => line.startsWith('PUT'))).toBe(false);
});
