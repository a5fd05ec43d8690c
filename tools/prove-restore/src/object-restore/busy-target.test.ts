// SPDX-License-Identifier: Apache-2.0
import { ApiClient, readKubeconfig } from '@strata/cluster-client';
import { endedAfterEach } from '@strata/testing';
import type { TestCluster } from '@strata/testing';
import { PlayedTarget } from '../testing/played-target.ts';
import type { BroughtObject } from './choose-objects.ts';
import { compareTarget } from './compare-target.ts';
import { makeObjects } from './make-objects.ts';
import type { MakeTarget } from './make-objects.ts';
import type { Manifest } from './manifest.ts';
import { ServedKinds } from './served-kinds.ts';

// A target that is busy, not ready or changed by others while objects are brought.
const shop = '/api/v1/namespaces/shop';
const carts = 'apps/v1';

function brought(
  apiVersion: string,
  kind: string,
  name: string,
  more: object = {},
  owners: BroughtObject['owners'] = [],
): BroughtObject {
  const manifest: Manifest = { apiVersion, kind, metadata: { namespace: 'shop', name }, ...more };
  return { label: kind, manifest, remarks: [], owners };
}

const database = brought(carts, 'Deployment', 'database');
const password = brought('v1', 'Secret', 'password', {}, [{ manifest: database.manifest }]);
const settings = brought('v1', 'ConfigMap', 'settings');

const start = endedAfterEach((target: PlayedTarget): Promise<TestCluster> => target.start());

let target: PlayedTarget;
let used: MakeTarget;

beforeEach(async () => {
  target = new PlayedTarget();
  target.add(shop, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
  const { kubeconfig } = await start(target);
  const client = new ApiClient(await readKubeconfig(kubeconfig));
  const served = new ServedKinds(client);
  used = { client, served, signal: new AbortController().signal, pause: 1 };
});

const compare = (all: readonly BroughtObject[]) =>
  compareTarget(
    used.client,
    used.served,
    { brought: all, leftOut: [], claims: [] },
    { isElsewhere: false, isStopped: false },
  );

const bring = async (all: readonly BroughtObject[]) =>
  makeObjects(used, (await compare(all)).objects);

// Proves: backups.restore-objects
test('a dry run that a busy server does not answer ends the comparison: it refuses nothing', async () => {
  target.answers['/secrets/password'] = [[503, 'apiserver is shutting down']];
  await expect(compare([password])).rejects.toThrow('apiserver is shutting down (HTTP 503)');
});

// Proves: backups.restore-objects
test('a quota whose use nobody has counted yet refuses nothing, and is waited for', async () => {
  const unknown = [403, 'forbidden: status unknown for quota: all, resources: secrets'] as const;
  target.answers['/secrets/password'] = [unknown, unknown, unknown];
  const { objects } = await compare([password]);
  expect(objects).toMatchObject([{ verdict: 'new', isUnjudged: true }]);
  expect(await makeObjects(used, objects)).toEqual({ made: 1, failed: [] });
});

// Proves: backups.restore-objects
test('a server that is busy is asked again; one that stays so ends the run', async () => {
  const { objects } = await compare([settings]);
  const busy = [500, 'etcdserver: leader changed'] as const;
  target.answers['/configmaps/settings'] = [busy, [429, 'too many requests']];
  expect(await makeObjects(used, objects)).toEqual({ made: 1, failed: [] });
  const again = await compare([password]);
  target.answers['/secrets/password'] = Array.from({ length: 10 }, () => busy);
  await expect(makeObjects(used, again.objects)).rejects.toThrow(
    'etcdserver: leader changed (HTTP 500)',
  );
});

// Proves: backups.restore-objects
test('a webhook that does not answer is no busy server', async () => {
  const { objects } = await compare([settings]);
  const why = 'failed calling webhook "a": context deadline exceeded';
  target.answers['/configmaps/settings'] = [[500, why]];
  expect(await makeObjects(used, objects)).toEqual({
    made: 0,
    failed: [{ title: 'ConfigMap shop/settings', why }],
  });
});

// Proves: backups.restore-objects
test('without its Secret an owner is not made: its program would make up another one', async () => {
  const why =
    'Secret shop/password belongs to it and is not there: a program may make up another one';
  const failed = { title: 'Deployment shop/database', why };
  const { objects } = await compare([password, settings, database]);
  target.refusals['/secrets/password'] = 'is wrong';
  expect(await makeObjects(used, objects)).toEqual({
    made: 1,
    failed: [{ title: 'Secret shop/password', why: 'is wrong' }, failed],
  });
  // Nor where the dry run has refused it.
  expect(await bring([password, database])).toEqual({ made: 0, failed: [failed] });
});

// Proves: backups.restore-objects
test('a run that was killed before it set owners sets them, and says so', async () => {
  const gone = [{ manifest: brought(carts, 'Deployment', 'gone').manifest }];
  const alone = brought('v1', 'Secret', 'alone', {}, gone);
  for (const { manifest } of [alone, password]) {
    target.add(`${shop}/secrets/${manifest.metadata.name}`, manifest);
  }
  target.add(`/apis/apps/v1/namespaces/shop/deployments/database`, database.manifest);
  const { objects } = await compare([alone, password, database]);
  expect(objects.map(({ lacksOwners, verdict }) => [verdict, lacksOwners])).toEqual([
    ['same', undefined],
    ['same', true],
    ['same', undefined],
  ]);
  expect(await makeObjects(used, objects)).toEqual({ made: 0, failed: [] });
  expect(target.changes).toEqual([`PATCH ${shop}/secrets/password`]);
  const again = await compare([alone, password, database]);
  expect(again.objects.some(({ lacksOwners }) => lacksOwners === true)).toBe(false);
});

// Proves: backups.restore-objects
test('owners are set although a controller writes the object at the same time, or said to be missing', async () => {
  const changed = [409, 'the object has been modified'] as const;
  const { objects } = await compare([password, settings, database]);
  target.answers['/secrets/password'] = [changed, changed];
  target.isAnsweringPatchesOnly = true;
  expect(await makeObjects(used, objects)).toEqual({ made: 3, failed: [] });
  const { ownerReferences } = target.objects[`${shop}/secrets/password`]?.metadata ?? {};
  expect(ownerReferences).toMatchObject([{ name: 'database' }]);
  const other = brought('v1', 'Secret', 'other', {}, [{ manifest: database.manifest }]);
  const more = await compare([other]);
  target.answers['/secrets/other'] = [[422, 'is wrong']];
  expect(await makeObjects(used, more.objects)).toEqual({
    made: 1,
    failed: [{ title: 'Secret shop/other', why: 'it is there without its owners: is wrong' }],
  });
});

// Proves: backups.restore-objects
test('who made an object meanwhile keeps it without owners', async () => {
  const { objects } = await compare([password, database]);
  target.races[`${shop}/secrets/password`] = password.manifest;
  expect(await makeObjects(used, objects)).toEqual({
    made: 1,
    failed: [{ title: 'Secret shop/password', why: 'already exists' }],
  });
  expect(target.objects[`${shop}/secrets/password`]?.metadata.ownerReferences).toBeUndefined();
});

// Proves: backups.restore-objects
test('the ServiceAccount that a controller has made in a namespace gets what people had set; another stays', async () => {
  const accounts = `${shop}/serviceaccounts`;
  const pull = { imagePullSecrets: [{ name: 'registry' }] };
  const usual = brought('v1', 'ServiceAccount', 'default', pull);
  const robot = brought('v1', 'ServiceAccount', 'robot', pull);
  for (const { manifest } of [usual, robot]) {
    const { apiVersion, kind, metadata } = manifest;
    target.add(`${accounts}/${metadata.name}`, { apiVersion, kind, metadata });
  }
  const { objects } = await compare([usual, robot]);
  expect(objects.map(({ remarks, verdict }) => [verdict, ...remarks])).toEqual([
    ['new', 'there already as a controller makes it, and gets what people had set'],
    ['differs'],
  ]);
  expect(await makeObjects(used, objects)).toEqual({ made: 1, failed: [] });
  expect(target.changes).toEqual([`PATCH ${accounts}/default`]);
  expect(target.objects[`${accounts}/default`]).toMatchObject(pull);
  expect((await compare([usual])).objects).toMatchObject([{ verdict: 'same' }]);
});

// Proves: backups.restore-objects
test('a claim that the target is deleting is missing: a program would begin with an empty one after it', async () => {
  const claim = { key: 'k', namespace: 'shop', name: 'data', isBlock: false };
  target.add(`${shop}/persistentvolumeclaims/data`, {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { namespace: 'shop', name: 'data', deletionTimestamp: '2026-05-01T00:00:00Z' },
  });
  const { missingClaims } = await compareTarget(
    used.client,
    used.served,
    { brought: [], leftOut: [], claims: [claim] },
    { isElsewhere: false, isStopped: false },
  );
  expect(missingClaims).toEqual([claim]);
});

// Proves: backups.restore-objects
test('versions of kinds have the names that definitions can have', async () => {
  expect(await used.served.collectionOf(brought('odd/stable-2', 'Odd', 'a').manifest)).toBe(
    undefined,
  );
  target.kinds['/apis/example.org/stable-2'] = { Odd: 'odds' };
  const served = new ServedKinds(used.client);
  expect(await served.collectionOf(brought('example.org/stable-2', 'Odd', 'a').manifest)).toBe(
    '/apis/example.org/stable-2/namespaces/shop/odds',
  );
});
