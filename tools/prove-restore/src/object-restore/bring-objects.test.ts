// SPDX-License-Identifier: Apache-2.0
import { endedAfterEach } from '@strata/testing';
import type { TestCluster } from '@strata/testing';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlayedTarget } from '../testing/played-target.ts';
import { bringObjects } from './bring-objects.ts';
import type { ObjectsQuestion } from './command-line.ts';
import type { BackupObject } from './manifest.ts';

const shop = '/api/v1/namespaces/shop';
const start = endedAfterEach((target: PlayedTarget): Promise<TestCluster> => target.start());

let folder: string;
let target: PlayedTarget;
let printed: string[];
let asked: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bring-objects-'));
  target = new PlayedTarget();
  printed = [];
  asked = 0;
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function object(label: string, apiVersion: string, kind: string, path: string): BackupObject {
  const [first = '', second] = path.split('/');
  const names = second === undefined ? { name: first } : { namespace: first, name: second };
  return { label, manifest: { apiVersion, kind, metadata: { uid: path, ...names } } };
}

const objects = [
  object('namespaces', 'v1', 'Namespace', 'shop'),
  object('secrets', 'v1', 'Secret', 'shop/own'),
  object('secrets', 'v1', 'Secret', 'shop/of-stack'),
];

async function bring(
  question: Partial<ObjectsQuestion> = {},
  more: readonly BackupObject[] = [],
  answer = false,
): Promise<number> {
  const targetFile = join(folder, 'kubeconfig');
  writeFileSync(targetFile, (await start(target)).kubeconfig);
  return bringObjects(
    {
      environment: 'prod',
      cluster: 'shop',
      target: 'prod.shop',
      targetFile,
      isEmptyVolumes: false,
      isStopped: false,
      isPreview: false,
      isConfirmed: true,
      ...question,
    },
    {
      backup: { id: '4f2a91c0ffee', time: '2026-05-02T03:10:00.000Z' },
      content: { objects: [...objects, ...more], unreadable: [], elsewhere: [] },
      ofStack: new Set(['/Secret/shop/of-stack']),
    },
    {
      root: folder,
      env: {},
      signal: new AbortController().signal,
      tell: () => undefined,
      print: (text) => printed.push(...text.split('\n')),
      confirm: () => {
        asked += 1;
        return Promise.resolve(answer);
      },
      pause: 1,
      now: () => Date.parse('2026-05-02T04:00:00Z'),
    },
  );
}

// Proves: backups.restore-objects
test('a preview, and a person who does not confirm it, change nothing', async () => {
  expect(await bring({ isPreview: true, isConfirmed: false })).toBe(0);
  expect(printed).toContain('  2 new:');
  expect(printed).toContain('    secrets (1): the stack of each cluster makes its own');
  expect(asked).toBe(0);
  expect(await bring({ isConfirmed: false })).toBe(1);
  expect(asked).toBe(1);
  expect(target.changes).toEqual([]);
});

// Proves: backups.restore-objects
test('what is confirmed is made, and once more there is nothing to confirm', async () => {
  expect(await bring({ isConfirmed: false }, [], true)).toBe(0);
  expect(printed.at(-1)).toBe('prod.shop: 2 objects were made.');
  expect(target.changes).toEqual([`POST ${shop}`, `POST ${shop}/secrets/own`]);
  expect(await bring({ isConfirmed: false })).toBe(0);
  expect(printed.slice(-3)).toEqual([
    '  2 there already, as in the backup',
    '  not brought:',
    '    secrets (1): the stack of each cluster makes its own',
  ]);
  expect(asked).toBe(1);
});

// Proves: backups.restore-objects
test('a run that was killed when all was made, and not all had its owners, goes on with these', async () => {
  const web = object('deployments.apps', 'apps/v1', 'Deployment', 'shop/web');
  const { apiVersion, kind, metadata } = web.manifest;
  const ownerReferences = [{ apiVersion, kind, name: metadata.name, uid: metadata.uid ?? '' }];
  const owned = object('secrets', 'v1', 'Secret', 'shop/owned');
  const more = [
    web,
    {
      ...owned,
      manifest: { ...owned.manifest, metadata: { ...owned.manifest.metadata, ownerReferences } },
    },
  ];
  expect(await bring({}, more)).toBe(0);
  const path = `${shop}/secrets/owned`;
  const there = target.objects[path];
  expect(there?.metadata.ownerReferences).toMatchObject([{ kind: 'Deployment', name: 'web' }]);
  target.add(path, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace: 'shop', name: 'owned' },
  });
  printed = [];
  expect(await bring({ isConfirmed: false }, more, true)).toBe(0);
  expect(printed.slice(1, 4)).toEqual([
    '  nothing is new',
    '  4 there already, as in the backup',
    '  1 of these get the owners again that they had: Secret shop/owned',
  ]);
  expect(target.objects[path]?.metadata.ownerReferences).toMatchObject([{ name: 'web' }]);
  printed = [];
  expect(await bring({ isConfirmed: false }, more)).toBe(0);
  expect(printed.join()).not.toContain('owners');
});

// Proves: backups.restore-objects
test('the exit code says that something was refused, before or when it was made', async () => {
  const odd = object('odds.example.org', 'example.org/v1', 'Odd', 'shop/one');
  expect(await bring({}, [odd])).toBe(1);
  expect(printed.slice(-2)).toEqual([
    'prod.shop: 2 objects were made.',
    '  not made: 1 that prod.shop has refused before',
  ]);
  expect(await bring({}, [odd])).toBe(1);
  target.refusals['/secrets/late'] = 'is wrong';
  const late = object('secrets', 'v1', 'Secret', 'new/late');
  expect(await bring({}, [object('namespaces', 'v1', 'Namespace', 'new'), late])).toBe(1);
  expect(printed.slice(-2)).toEqual([
    'prod.shop: 1 objects were made.',
    '  not made: Secret new/late: is wrong',
  ]);
});

// Proves: backups.restore-objects
test('a target that fails half way is told with what is true then, and the same command goes on', async () => {
  const late = object('secrets', 'v1', 'Secret', 'new/late');
  const more = [object('namespaces', 'v1', 'Namespace', 'new'), late];
  const busy = [503, 'apiserver is shutting down'] as const;
  target.answers['/secrets/late'] = Array.from({ length: 10 }, () => busy);
  await expect(bring({}, more)).rejects.toThrow(
    'apiserver is shutting down (HTTP 503). What was made stays; the same command goes on there.',
  );
  printed = [];
  expect(await bring({}, more)).toBe(0);
  expect(printed.at(-1)).toBe('prod.shop: 2 objects were made.');
});

// Proves: backups.restore-objects
test('files need no cluster, and claims that are missing there no answer', async () => {
  const out = join(folder, 'files');
  const claim = object('persistentvolumeclaims', 'v1', 'PersistentVolumeClaim', 'shop/data');
  const web = object('deployments.apps', 'apps/v1', 'Deployment', 'shop/web');
  await expect(bring({}, [claim, web])).rejects.toThrow('Nothing is changed: programs would begin');
  expect(target.changes).toEqual([]);
  expect(await bring({ out, targetFile: undefined }, [claim, web])).toBe(0);
  expect(readdirSync(out)).toEqual(['00-namespaces', '05-secrets', '11-deployments.apps']);
  expect(printed.at(-1)).toBe(
    `3 files, with Secrets in plain text, are in ${out}: delete them when they are no longer needed.`,
  );
  const none = join(folder, 'none');
  await expect(bring({ targetFile: none })).rejects.toThrow('--kubeconfig cannot be read: ENOENT');
});
