// SPDX-License-Identifier: Apache-2.0
import type { TestCluster } from '@strata/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlayedInfra, times } from '../testing/played-infra.ts';
import { stateText } from '../testing/state-text.ts';
import type { RestoreQuestion } from './command-line.ts';
import { restore } from './restore.ts';

const cronJob = '/apis/batch/v1/namespaces/cluster-shop/cronjobs/etcd-backup';
const job = '/apis/batch/v1/namespaces/cluster-shop/jobs/etcd-restore';

const member = {
  name: 'cp-0',
  claim: 'cp-0-etcd',
  volumeMode: 'Block',
  peerUrl: 'https://127.0.0.1:2380',
};

const request = { id: '4f2a91c0ffee', host: 'prod.shop', asked: 1, members: [member] };

let folder: string;
let infra: PlayedInfra;
let server: TestCluster;
let printed: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'restore-'));
  printed = '';
  infra = new PlayedInfra();
  server = await infra.start();
  const state = stateText({
    repository: join(folder, 'none'),
    password: 'word',
    encryptionKeys: ['key'],
    authorityPem: 'authority',
    pools: {},
    inside: [],
    made: times.made,
  });
  for (const [name, text] of Object.entries({
    state,
    kubeconfig: server.kubeconfig,
    platform: '{"release":"v1.9"}',
  })) {
    writeFileSync(join(folder, name), text);
  }
  const container = (name: string) => ({ name, image: `registry.example.org/${name}` });
  infra.objects[cronJob] = {
    spec: {
      jobTemplate: {
        spec: {
          template: {
            metadata: { labels: {} },
            spec: {
              initContainers: [container('verify')],
              containers: [container('store')],
              volumes: [],
            },
          },
        },
      },
    },
    status: {},
  };
});

afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** A Job of an earlier run. */
const record = (more: object) => ({
  metadata: {
    name: 'etcd-restore',
    uid: 'job',
    annotations: { 'strata.dev/restore-request': JSON.stringify(request), ...more },
  },
  spec: { suspend: true, template: { metadata: {} } },
});

function run(change: Partial<RestoreQuestion> = {}): Promise<number> {
  const question: RestoreQuestion = {
    environment: 'prod',
    cluster: 'shop',
    stateFile: join(folder, 'state'),
    platformFile: join(folder, 'platform'),
    infraFile: join(folder, 'kubeconfig'),
    clusterFile: join(folder, 'kubeconfig'),
    withoutFormer: [],
    isPreview: false,
    isConfirmed: true,
    isAgain: false,
    isGivenUp: false,
    isAlone: true,
    isTried: true,
    ...change,
  };
  return restore(question, {
    root: folder,
    env: {},
    signal: new AbortController().signal,
    tell: () => undefined,
    print: (text) => {
      printed += `${text}\n`;
    },
    confirm: () => Promise.resolve(false),
    pause: 1,
  });
}

// Proves: backups.restore-command
test('a restore that goes on needs no new decision, and ends with what people have to do', async () => {
  infra.objects[job] = record({});
  expect(await run({ isConfirmed: false })).toBe(0);
  expect(printed).toMatch(
    /^shop: going on with the restore of the backup 4f2a91c0\nprod\.shop has the data of the backup\. Left to do:\n {2}npx strata up prod shop --refresh /,
  );
  expect(infra.at(job)).toMatchObject({ status: { completionTime: times.written } });
});

// Proves: backups.restore-command
test('former data that cannot be read is given up in a restore that goes on, by the names of members', async () => {
  infra.objects[job] = record({});
  await expect(run({ withoutFormer: ['cp-7'] })).rejects.toThrow(
    '--without-former names cp-7, which is no member of prod.shop: its members are cp-0.',
  );
  expect(await run({ withoutFormer: ['cp-0'] })).toBe(0);
  const { metadata } = infra.at(job) as { metadata: { annotations: Record<string, string> } };
  const text = metadata.annotations['strata.dev/restore-request'] ?? '';
  expect(JSON.parse(text)).toEqual({ ...request, withoutFormer: ['cp-0'] });
});

// Proves: backups.restore-command
test('meanwhile no other backup is restored', async () => {
  infra.objects[job] = record({});
  await expect(run({ backup: 'bbbb3333' })).rejects.toThrow(
    'A restore of the backup 4f2a91c0 goes on: end that first, by the same command without --backup, or by --give-up.',
  );
  expect(infra.changes).toEqual([]);
});

// Proves: backups.restore-command
test('after a restore the same command changes nothing', async () => {
  infra.objects[job] = record({ 'strata.dev/restore-ended': '2026-05-02T06:00:00Z' });
  await expect(run()).rejects.toThrow(
    'prod.shop was restored from the backup 4f2a91c0, which was done at 2026-05-02T06:00:00Z: nothing is changed. Add --again to restore once more.',
  );
  expect(infra.changes).toEqual([]);
});

test('a preview of a restore that goes on changes nothing', async () => {
  infra.objects[job] = record({});
  expect(await run({ isPreview: true })).toBe(0);
  expect(infra.changes).toEqual([]);
});

test('a cluster without backups has nothing to restore', async () => {
  infra.objects[cronJob] = { spec: {}, status: {} };
  await expect(run()).rejects.toThrow(
    "cluster-shop has no CronJob etcd-backup: set user-cluster:backup in the cluster's file, and bring the stack up.",
  );
});

test('files that cannot be read are named by their option', async () => {
  await expect(run({ platformFile: join(folder, 'nobody') })).rejects.toThrow(
    '--platform cannot be read: ENOENT',
  );
  writeFileSync(join(folder, 'platform'), '{}');
  await expect(run()).rejects.toThrow(
    'The stack of the platform has no output "release": bring it up once.',
  );
});
