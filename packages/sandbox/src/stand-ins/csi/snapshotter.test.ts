// SPDX-License-Identifier: Apache-2.0
import { ApiClient } from '../api-client.ts';
import { TestApi } from '../test-api.ts';
import { aMoment, eventually, recordLog } from '../test-wait.ts';
import { CsiError } from './csi-error.ts';
import type { InfraSnapshots } from './infra-snapshots.ts';
import { maySnapshot, Snapshotter } from './snapshotter.ts';

const group = '/apis/snapshot.storage.k8s.io/v1';
const collection = `${group}/volumesnapshotcontents`;
const path = `${collection}/snapcontent-1`;
const beingCreated = 'snapshot.storage.kubernetes.io/volumesnapshot-being-created';
const beingDeleted = 'snapshot.storage.kubernetes.io/volumesnapshot-being-deleted';
const protection = 'snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection';

let api: TestApi;
let client: ApiClient;
let snapshotter: Snapshotter;
let calls: unknown[];
let failure: Error | undefined;

beforeEach(async () => {
  api = new TestApi();
  const log = recordLog();
  client = new ApiClient('tenant', await api.start(), log);
  calls = [];
  failure = undefined;
  const answer = async (...call: unknown[]) => {
    await Promise.resolve();
    calls.push(call);
    if (failure !== undefined) throw failure;
    return { id: 'snapshot-s1', createdAt: 1_767_225_600_000, bytes: 2 ** 30, isReady: true };
  };
  const driver = {
    create: (request: object) => answer('create', request),
    remove: (id: string) => answer('remove', id),
  };
  snapshotter = new Snapshotter(client, driver as unknown as InfraSnapshots, log, {
    ...{ first: 20, most: 50 },
  });
  api.put(`${group}/volumesnapshotclasses`, {
    ...{ metadata: { name: 'kubevirt' }, driver: 'csi.kubevirt.io' },
    parameters: { infraSnapshotClassName: 'rbd' },
  });
});
afterEach(() => {
  snapshotter.stop();
  client.close();
  api.stop();
});

function content(change: object = {}, metadata: object = {}, status?: object): void {
  api.put(collection, {
    metadata: { name: 'snapcontent-1', finalizers: [protection], ...metadata },
    spec: {
      ...{ driver: 'csi.kubevirt.io', deletionPolicy: 'Delete' },
      ...{ source: { volumeHandle: 'pvc-1' }, volumeSnapshotClassName: 'kubevirt' },
      volumeSnapshotRef: { namespace: 'shop', name: 'then', uid: 's1' },
      ...change,
    },
    ...(status !== undefined && { status }),
  });
}

test('a content that is asked for is taken, by the parameters of its class', async () => {
  content();
  snapshotter.start();
  const { status } = await eventually(() => {
    const found = api.must(path);
    return found.status !== undefined && found;
  });
  expect(calls).toEqual([
    [
      'create',
      {
        ...{ name: 'snapshot-s1', volumeId: 'pvc-1' },
        parameters: { infraSnapshotClassName: 'rbd' },
      },
    ],
  ]);
  expect(status).toEqual({
    snapshotHandle: 'snapshot-s1',
    creationTime: 1_767_225_600_000_000_000,
    readyToUse: true,
    restoreSize: 2 ** 30,
  });
  await eventually(() => api.must(path).metadata.annotations !== undefined);
  await eventually(() => !JSON.stringify(api.must(path).metadata).includes(beingCreated));
});

test('what the driver refuses is told on the content, with an event, and tried again', async () => {
  failure = new CsiError('Unknown', 'no valid snapshot classes found');
  content();
  snapshotter.start();
  await eventually(() => calls.length > 2);
  // What is written about a failure is no reason to try at once.
  await aMoment();
  expect(calls.length).toBeLessThan(12);
  const message =
    'Failed to create snapshot: failed to take snapshot of the volume pvc-1: "rpc error: code = Unknown desc = no valid snapshot classes found"';
  expect(api.must(path).status).toMatchObject({ readyToUse: false, error: { message } });
  expect(api.list('/api/v1/events')).toMatchObject([{ reason: 'SnapshotCreationFailed', message }]);
  failure = undefined;
  await eventually(() => JSON.stringify(api.must(path).status).includes('"readyToUse":true'));
  expect(api.must(path).status).not.toHaveProperty('error');
});

const taken = { snapshotHandle: 'snapshot-s1', readyToUse: true };
const deletionTimestamp = '2026-01-01T00:00:00Z';

test('a content that goes takes its snapshot along', async () => {
  content({}, { deletionTimestamp, annotations: { [beingDeleted]: 'yes' } }, taken);
  snapshotter.start();
  await eventually(() => api.get(path) === undefined);
  expect(calls).toEqual([['remove', 'snapshot-s1']]);
});

test('with the policy Retain the snapshot stays', async () => {
  const annotations = { [beingDeleted]: 'yes' };
  content({ deletionPolicy: 'Retain' }, { deletionTimestamp, annotations }, taken);
  snapshotter.start();
  await eventually(() => api.get(path) === undefined);
  expect(calls).toEqual([]);
});

test.each([
  ['belongs to another driver', { driver: 'other' }, {}, undefined],
  ['is ready', {}, {}, taken],
  ['has no volume', { source: { snapshotHandle: 'x' } }, {}, undefined],
  [
    'goes, but is still being made',
    {},
    { deletionTimestamp, annotations: { [beingCreated]: 'yes' } },
    taken,
  ],
  ['goes, but its snapshot stays', {}, { deletionTimestamp }, taken],
])('a content that %s is left alone', async (_, change, metadata, status) => {
  content(change, metadata, status);
  snapshotter.start();
  await aMoment();
  expect(calls).toEqual([]);
  expect(api.must(path).metadata.finalizers).toEqual([protection]);
});

test('there are snapshots where the rights for them are given', async () => {
  for (const allowed of [true, false]) {
    api.react((method, url) =>
      url.endsWith('/selfsubjectaccessreviews') && method === 'POST'
        ? { status: 201, body: { status: { allowed } } }
        : undefined,
    );
    expect(await maySnapshot(client)).toBe(allowed);
  }
  expect(api.bodies.at(-1)).toMatchObject({
    spec: {
      resourceAttributes: {
        ...{ group: 'snapshot.storage.k8s.io', resource: 'volumesnapshotcontents', verb: 'list' },
      },
    },
  });
});
