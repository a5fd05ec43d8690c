// SPDX-License-Identifier: Apache-2.0
import { ApiClient } from '../api-client.ts';
import { TestApi } from '../test-api.ts';
import { recordLog } from '../test-wait.ts';
import { parseEnforcement } from './enforcement.ts';
import { InfraStorage, type InfraStorageOptions, type VolumeRequest } from './infra-storage.ts';

const collection = '/apis/cdi.kubevirt.io/v1beta1/datavolumes';
const path = '/apis/cdi.kubevirt.io/v1beta1/namespaces/cluster-demo/datavolumes/pvc-1';
const claims = '/api/v1/persistentvolumeclaims';
const labels = { 'cluster.x-k8s.io/cluster-name': 'demo', 'strata.dev/volume': 'tenant' };
const gibibyte = 2 ** 30;

let infra: TestApi;
let client: ApiClient;

beforeEach(async () => {
  infra = new TestApi();
  client = new ApiClient('infra', await infra.start(), recordLog());
});
afterEach(() => {
  client.close();
  infra.stop();
});

function driver(change: Partial<InfraStorageOptions> = {}): InfraStorage {
  return new InfraStorage({
    ...{ infra: client, namespace: 'cluster-demo', labels, volumePrefix: 'pvc' },
    ...{ enforcement: parseEnforcement(''), log: recordLog() },
    ...{ patience: 200, pollInterval: 10, ...change },
  });
}

function request(change: Partial<VolumeRequest> = {}): VolumeRequest {
  const parameters = { infraStorageClassName: 'fast' };
  const accessModes = ['ReadWriteOnce'];
  return { name: 'pvc-1', bytes: gibibyte, parameters, isBlock: false, accessModes, ...change };
}

test('a volume is a blank DataVolume that stays, with the tenant’s labels', async () => {
  const created = await driver().create(request());
  expect(infra.bodies.at(-1)).toEqual({
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataVolume',
    metadata: {
      name: 'pvc-1',
      namespace: 'cluster-demo',
      labels,
      annotations: { 'cdi.kubevirt.io/storage.deleteAfterCompletion': 'false' },
    },
    spec: {
      source: { blank: {} },
      storage: {
        resources: { requests: { storage: '1073741824' } },
        storageClassName: 'fast',
      },
    },
  });
  expect(created).toEqual({
    id: 'pvc-1',
    context: { bus: 'scsi', serial: infra.must(path).metadata.uid },
  });
});

test('without a class the infra cluster’s default is taken; shared disks say so', async () => {
  const change = { parameters: { bus: 'virtio' }, isBlock: true, accessModes: ['ReadWriteMany'] };
  const created = await driver().create(request({ ...change, bytes: 5_000_000_000 }));
  expect(infra.must(path).spec).toEqual({
    source: { blank: {} },
    storage: {
      accessModes: ['ReadWriteMany'],
      resources: { requests: { storage: '5G' } },
    },
  });
  expect(created.context.bus).toBe('virtio');
});

test('asking twice finds the same volume, and another size is refused', async () => {
  const first = await driver().create(request());
  await expect(driver().create(request())).resolves.toEqual(first);
  expect(infra.requests.filter((line) => line.startsWith('POST'))).toHaveLength(1);
  await expect(driver().create(request({ bytes: 2 * gibibyte }))).rejects.toThrow(
    'rpc error: code = AlreadyExists desc = Requested storage size does not match existing size',
  );
});

test('a shared file system is refused', async () => {
  await expect(driver().create(request({ accessModes: ['ReadWriteMany'] }))).rejects.toThrow(
    'rpc error: code = InvalidArgument desc = non-block volume with RWX access mode is not supported',
  );
});

const refused =
  'rpc error: code = InvalidArgument desc = infraStorageclass is not in the allowed list';

test.each([
  ['allowList: [fast]', 'fast', true],
  ['allowList: [fast]', 'slow', false],
  ['allowList: [fast]', '', false],
  ['allowList: [fast]\nallowDefault: true', '', true],
  ['allowAll: true', 'slow', true],
  ['AllowAll: true', 'slow', false],
  ['', 'slow', true],
])('with %j the class %j is allowed: %s', async (yaml, infraStorageClassName, isAllowed) => {
  const enforcing = driver({ enforcement: parseEnforcement(yaml) });
  const asked = enforcing.create(request({ parameters: { infraStorageClassName } }));
  if (isAllowed) await expect(asked).resolves.toBeDefined();
  else await expect(asked).rejects.toThrow(refused);
});

test('a wrong enforcement ends it as klog.Fatal does', () => {
  expect(() => parseEnforcement('allowAll: [')).toThrow(
    /^Failed to parse infra-storage-class-enforcement /,
  );
});

test('what carries other labels, or another prefix, is another’s', async () => {
  infra.put(collection, { metadata: { name: 'pvc-1', namespace: 'cluster-demo' }, spec: {} });
  await expect(driver().create(request())).rejects.toThrow('invalid volume name');
  await expect(driver().remove('pvc-1')).rejects.toThrow('invalid volume name');
  await expect(driver({ volumePrefix: 'vol' }).create(request({ name: 'pvc-2' }))).rejects.toThrow(
    'invalid volume name',
  );
});

test('removing removes the DataVolume, once', async () => {
  await driver().create(request());
  await driver().remove('pvc-1');
  expect(infra.get(path)).toBeUndefined();
  await expect(driver().remove('pvc-1')).resolves.toBeUndefined();
});

test('a copy names its source, which must be there', async () => {
  const source = { kind: 'volume', id: 'pvc-1' } as const;
  const copy = request({ name: 'pvc-2', source });
  await expect(driver().create(copy)).rejects.toThrow(
    'rpc error: code = NotFound desc = source volume content pvc-1 not found',
  );
  await driver().create(request());
  await driver().create(copy);
  expect(infra.must(path.replace('pvc-1', 'pvc-2')).spec).toMatchObject({
    source: { pvc: { name: 'pvc-1', namespace: 'cluster-demo' } },
  });
});

test('growing patches the claim and waits for its volume', async () => {
  infra.put(claims, {
    metadata: { name: 'pvc-1', namespace: 'cluster-demo', labels },
    spec: { volumeName: 'pvc-9', resources: { requests: { storage: '1Gi' } } },
  });
  const volume = (storage: string) => ({
    metadata: { name: 'pvc-9' },
    spec: { capacity: { storage } },
  });
  infra.put('/api/v1/persistentvolumes', volume('1Gi'));
  await expect(driver().expand('pvc-1', 2 * gibibyte)).rejects.toThrow('context deadline exceeded');
  expect(infra.bodies).toContainEqual([
    { op: 'add', path: '/spec/resources/requests/storage', value: '2147483648' },
  ]);
  infra.put('/api/v1/persistentvolumes', volume('2Gi'));
  await expect(driver().expand('pvc-1', 2 * gibibyte)).resolves.toBeUndefined();
  expect(infra.requests.filter((line) => line.startsWith('PATCH'))).toHaveLength(1);
});

test('a volume from a snapshot names it, and it must be there', async () => {
  const source = { kind: 'snapshot', id: 'snapshot-1' } as const;
  const asked = request({ source });
  await expect(driver().create(asked)).rejects.toThrow(
    'rpc error: code = NotFound desc = source snapshot content snapshot-1 not found',
  );
  const snapshots = '/apis/snapshot.storage.k8s.io/v1/volumesnapshots';
  const metadata = { name: 'snapshot-1', namespace: 'cluster-demo' };
  infra.put(snapshots, { metadata, spec: { source: {} } });
  await expect(driver().create(asked)).rejects.toThrow('invalid snapshot name');
  infra.put(snapshots, { metadata: { ...metadata, labels }, spec: { source: {} } });
  await driver().create(asked);
  expect(infra.must(path).spec).toMatchObject({
    source: { snapshot: { name: 'snapshot-1', namespace: 'cluster-demo' } },
  });
});
