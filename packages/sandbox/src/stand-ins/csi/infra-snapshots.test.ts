// SPDX-License-Identifier: Apache-2.0
import { ApiClient } from '../api-client.ts';
import { TestApi } from '../test-api.ts';
import { recordLog } from '../test-wait.ts';
import { parseEnforcement } from './enforcement.ts';
import { InfraSnapshots } from './infra-snapshots.ts';
import { InfraStorage } from './infra-storage.ts';

const labels = { 'cluster.x-k8s.io/cluster-name': 'demo' };
const group = '/apis/snapshot.storage.k8s.io/v1';
const collection = `${group}/volumesnapshots`;
const path = `${group}/namespaces/cluster-demo/volumesnapshots/snapshot-1`;
const mapped = JSON.stringify({
  allowList: ['fast', 'plain'],
  storageSnapshotMapping: [{ storageClasses: ['fast'], volumeSnapshotClasses: ['rbd'] }],
});
const request = {
  ...{ name: 'snapshot-1', volumeId: 'pvc-1', parameters: { infraSnapshotClassName: 'rbd' } },
};

let infra: TestApi;
let tenant: TestApi;
let clients: readonly [ApiClient, ApiClient];

beforeEach(async () => {
  [infra, tenant] = [new TestApi(), new TestApi()];
  clients = [
    new ApiClient('infra', await infra.start(), recordLog()),
    new ApiClient('tenant', await tenant.start(), recordLog()),
  ];
  tenant.put(`${group}/volumesnapshotclasses`, {
    ...{ metadata: { name: 'kubevirt' }, driver: 'csi.kubevirt.io' },
    parameters: { infraSnapshotClassName: 'rbd' },
  });
  volume('fast');
});
afterEach(() => {
  for (const client of clients) client.close();
  infra.stop();
  tenant.stop();
});

function volume(storageClassName: string): void {
  const metadata = { name: 'pvc-1', namespace: 'cluster-demo', labels };
  infra.put('/apis/cdi.kubevirt.io/v1beta1/datavolumes', { metadata, spec: {} });
  infra.put('/api/v1/persistentvolumeclaims', { metadata, spec: { storageClassName } });
}

function driver(enforcement = mapped): InfraSnapshots {
  const storage = new InfraStorage({
    ...{ infra: clients[0], namespace: 'cluster-demo', labels, volumePrefix: 'pvc' },
    ...{ enforcement: parseEnforcement(enforcement), log: recordLog() },
    ...{ patience: 200, pollInterval: 10 },
  });
  return new InfraSnapshots(storage, clients[1]);
}

/** What the infra cluster's snapshot controller and storage do. */
function takeSnapshots(): void {
  infra.react((method, url, body) => {
    if (method === 'POST' && url.endsWith('/volumesnapshots')) {
      infra.put(collection, {
        ...(body as { metadata: { name: string } }),
        status: { readyToUse: true, restoreSize: '1Gi' },
      });
      return { status: 201, body };
    }
    return undefined;
  });
}

test('a snapshot is one of the volume, with the labels of the tenant and the mapped class', async () => {
  takeSnapshots();
  const taken = await driver().create(request);
  expect(taken).toMatchObject({ id: 'snapshot-1', bytes: 2 ** 30, isReady: true });
  expect(infra.bodies.find((body) => body !== undefined)).toEqual({
    apiVersion: 'snapshot.storage.k8s.io/v1',
    kind: 'VolumeSnapshot',
    metadata: { name: 'snapshot-1', namespace: 'cluster-demo', labels },
    spec: { source: { persistentVolumeClaimName: 'pvc-1' }, volumeSnapshotClassName: 'rbd' },
  });
});

test('it is waited for: its size is not known before', async () => {
  await expect(driver().create(request)).rejects.toThrow('context deadline exceeded');
});

test('asking twice finds the same snapshot; another one of that name is refused', async () => {
  takeSnapshots();
  const first = await driver().create(request);
  await expect(driver().create(request)).resolves.toEqual(first);
  await expect(driver().create({ ...request, volumeId: 'pvc-2' })).rejects.toThrow(
    'rpc error: code = AlreadyExists desc = snapshot with the same name: snapshot-1 but with different SourceVolumeId already exist',
  );
});

const unable = 'unable to determine volume snapshot class name for snapshot creation';

test.each([
  [
    'a class that is not mapped',
    ['fast', 'other', mapped],
    'volume snapshot class other is not compatible with PVC with storage class fast, valid snapshot classes for this pvc are [kubevirt]',
  ],
  ['no class', ['fast', '', mapped], `${unable}, valid snapshot classes are [kubevirt]`],
  [
    'a volume of a class without snapshots',
    ['plain', 'rbd', mapped],
    `${unable}, no valid snapshot classes found`,
  ],
  [
    'a volume of a class that is not allowed',
    ['slow', 'rbd', mapped],
    `${unable}, no valid snapshot classes found based on storage class [slow]`,
  ],
  ['a volume without a class', ['', 'rbd', mapped], `${unable}, and default not allowed`],
] as const)('%s is refused in the words of the driver', async (_, asked, message) => {
  const [storageClass, infraSnapshotClassName, enforcement] = asked;
  volume(storageClass);
  const refused = driver(enforcement).create({
    ...request,
    parameters: { infraSnapshotClassName },
  });
  await expect(refused).rejects.toThrow(new Error(message));
  expect(infra.list(collection)).toEqual([]);
});

test.each([
  ['allowDefault: true', undefined],
  ['allowAll: true', undefined],
  ['', undefined],
])('with %j the infra cluster chooses a class that is not mapped', async (enforcement, chosen) => {
  takeSnapshots();
  await driver(enforcement).create(request);
  expect((infra.must(path).spec as Record<string, unknown>).volumeSnapshotClassName).toBe(chosen);
});

test('a volume that is not there has no snapshot', async () => {
  await expect(driver().create({ ...request, volumeId: 'pvc-9' })).rejects.toThrow(
    'rpc error: code = NotFound desc = source volume pvc-9 not found',
  );
});

test('removing removes the snapshot, once, and never that of another', async () => {
  takeSnapshots();
  await driver().create(request);
  await driver().remove('snapshot-1');
  expect(infra.get(path)).toBeUndefined();
  await expect(driver().remove('snapshot-1')).resolves.toBeUndefined();
  infra.put(collection, { metadata: { name: 'snapshot-1', namespace: 'cluster-demo' } });
  await expect(driver().remove('snapshot-1')).rejects.toThrow('invalid snapshot name');
});
