// SPDX-License-Identifier: Apache-2.0
import { freePort } from '@strata/testing';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackupConfig } from '../config/index.ts';
import { testConfig } from '../test-context.ts';
import type { StartedApi } from '../restored/api-server.ts';
import { restoreArguments } from '../restored/etcd.ts';
import type { EtcdPorts } from '../restored/etcd.ts';
import { Programs } from '../restored/programs.ts';
import type { RunningProgram } from '../restored/programs.ts';
import { writeClusterCertificates } from '../restored/write-certificates.ts';
import { BackupRun, run } from './testing/backup-run.ts';
import { startApi, startEtcd, startS3 } from './testing/servers.ts';

// The real etcd, API server, etcdctl, etcdutl, restic and an S3 server, on loopback. The backup is made
// by the containers of the pod that is rendered; only Kubernetes around it is played.
const patience = 900_000;
const [accessKeyId, secretAccessKey] = ['of-backups', 'not-secret-in-a-test'];
const password = 'correct horse battery staple';
const encryptionKey = randomBytes(32).toString('base64');
const marker = 'words-that-nobody-may-read-in-the-bucket';

const programs = new Programs();
let folder: string;
let pki: string;
let ports: EtcdPorts;
let etcd: RunningProgram;
let api: StartedApi;
let backup: BackupConfig;
let made: BackupRun;

const at = (...parts: readonly string[]) => join(folder, ...parts);
const newRun = (secret = password) =>
  new BackupRun(
    folder,
    backup,
    `https://127.0.0.1:${ports.client}`,
    { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
    secret,
  );

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'real-backup-'));
  pki = at('etc/backup/client');
  await writeClusterCertificates(pki);
  ports = { client: await freePort(), peer: await freePort() };
  etcd = startEtcd(programs, at('etcd'), pki, ports);
  const port = await freePort();
  await startS3(programs, at('s3'), port, accessKeyId, secretAccessKey);
  const config = testConfig({
    backup: {
      target: {
        s3: {
          endpoint: `http://127.0.0.1:${port}`,
          allowHttp: true,
          bucket: 'backups',
          prefix: 'strata',
          credentials: { secretName: 'keys' },
        },
      },
      retention: { count: 2 },
    },
  });
  if (config.backup === undefined) throw new Error('there is no backup');
  backup = config.backup;
  made = newRun();
  api = await startApi(programs, { folder: at('api'), pki, etcd: ports, encryptionKey });
}, patience);

afterAll(async () => {
  // Also of a beginning that has failed half way.
  await programs.stopAll();
  rmSync(folder, { recursive: true, force: true });
}, patience);

const inShop = '/api/v1/namespaces/shop';
const deployments = '/apis/apps/v1/namespaces/shop/deployments';
const kinds = ['configmaps', 'secrets', 'services', 'serviceaccounts'].map(
  (kind) => `${inShop}/${kind}`,
);

const nodePath = '/api/v1/nodes/md-a-0';

/** Returns every object of the namespace and the node, with all of their fields, by their paths. */
async function objects({ client }: typeof api): Promise<Record<string, unknown>> {
  interface List {
    readonly items: readonly { readonly metadata: { readonly name: string } }[];
  }
  const namespace: unknown = await client.get(inShop);
  const found: Record<string, unknown> = {
    [inShop]: namespace,
    [nodePath]: await client.get(nodePath),
  };
  for (const path of [...kinds, deployments]) {
    const { items } = await client.request<List>('GET', path);
    for (const item of items) found[`${path}/${item.metadata.name}`] = item;
  }
  return found;
}

const deployment = (replicas: number) => {
  const labels = { app: 'web' };
  const containers = [{ name: 'web', image: 'registry.example.org/web:1' }];
  return {
    metadata: { name: 'web' },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers } },
    },
  };
};

async function fill({ client }: typeof api): Promise<void> {
  await client.post('/api/v1/namespaces', { metadata: { name: 'shop' } });
  await client.post(`${inShop}/configmaps`, { metadata: { name: 'a' }, data: { a: marker } });
  const secret = { metadata: { name: 'b' }, stringData: { b: 'hidden' } };
  await client.post(`${inShop}/secrets`, secret);
  await client.post(`${inShop}/serviceaccounts`, { metadata: { name: 'web' } });
  const service = { metadata: { name: 'web' }, spec: { ports: [{ port: 80 }] } };
  await client.post(`${inShop}/services`, service);
  await client.post(deployments, deployment(2));
  // While its machine is drained for a roll.
  await client.post('/api/v1/nodes', {
    metadata: { name: 'md-a-0', labels: { round: 'former' } },
    spec: { unschedulable: true },
  });
}

/** Returns the files of the bucket whose path has a text. */
function bucketFiles(part: string): string[] {
  const root = at('s3/buckets/backups');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, name))
    .filter((name) => name.includes(part) && statSync(name).isFile());
}

/** Changes bytes in the middle of a file, and returns how to take that back. */
function damage(file: string): () => void {
  const before = readFileSync(file);
  const after = Buffer.from(before);
  after.write('damaged', Math.floor(after.length / 2));
  writeFileSync(file, after);
  return () => writeFileSync(file, before);
}

let before: Record<string, unknown>;

// Proves: backups.etcd
test(
  'a backup is saved from etcd, verified, stored encrypted in the bucket and read back',
  async () => {
    await fill(api);
    before = await objects(api);
    const ended = await made.all();
    const [id = ''] = await made.stored();
    expect(ended).toMatchObject({ code: 0, step: 'store' });
    expect(ended.said).toContain(`backup: stored ${id} and read it back\n`);
    expect(readFileSync(made.snapshot).includes(marker)).toBe(true);
    const files = bucketFiles('/strata/sandbox.demo/data/');
    expect(files.length).toBeGreaterThan(0);
    for (const file of bucketFiles('')) expect(readFileSync(file).includes(marker)).toBe(false);
  },
  patience,
);

test(
  'etcd gives no snapshot to anybody without a certificate of its authority',
  async () => {
    const flags = [`--endpoints=https://127.0.0.1:${ports.client}`, `--cacert=${pki}/ca.crt`];
    // Without a limit it would try until somebody ends it.
    const limit = '--command-timeout=5s';
    const ended = await run('etcdctl', [...flags, limit, 'snapshot', 'save', at('stolen.db')]);
    expect(ended.code).not.toBe(0);
    expect(readdirSync(folder)).not.toContain('stolen.db');
  },
  patience,
);

// Proves: backups.etcd
test(
  'a damaged snapshot is not stored',
  async () => {
    const known = await made.stored();
    made.clear();
    expect(await made.step('save')).toMatchObject({ code: 0 });
    damage(made.snapshot);
    const ended = await made.step('try');
    expect(ended.code).not.toBe(0);
    expect(ended.said).toMatch(/expected sha256 .* got/);
    expect(await made.stored()).toEqual(known);
  },
  patience,
);

// Proves: backups.etcd
test(
  'what retention does not keep is deleted, and the newest never',
  async () => {
    const [first = ''] = await made.stored();
    for (const replicas of [3, 4]) {
      await api.client.request('PUT', `${deployments}/web`, { body: deployment(replicas) });
      expect(await made.all()).toMatchObject({ code: 0 });
    }
    const kept = await made.stored();
    expect(kept).toHaveLength(2);
    expect(kept).not.toContain(first);
    const all = ['forget', '--tag', 'etcd', '--group-by', 'host,tags', '--keep-within', '1h'];
    await made.restic(...all, '--prune');
    expect(await made.stored()).toEqual(kept);
  },
  patience,
);

// Proves: backups.etcd
test(
  'nothing is deleted when what was stored cannot be read back',
  async () => {
    const known = await made.stored();
    // The same snapshot once more: restic stores nothing twice, so it relies on what is damaged.
    const repairs = bucketFiles('/sandbox.demo/data/').map(damage);
    try {
      const ended = await made.step('store');
      expect(ended).toMatchObject({ code: 1 });
      expect(ended.said).toMatch(
        /backup: what was stored as [0-9a-f]{64} cannot be read back; older backups stay\n/,
      );
      expect(await made.stored()).toEqual(known);
    } finally {
      for (const repair of repairs) repair();
    }
    expect(await made.step('store')).toMatchObject({ code: 0 });
  },
  patience,
);

test(
  'another password makes no second repository',
  async () => {
    const known = await made.stored();
    const ended = await newRun('not the password of this repository').all();
    expect(ended).toMatchObject({ code: 1, step: 'store' });
    expect(ended.said).toContain(
      'backup: the repository has another password: it is that of an earlier cluster or backup of this name. Give that password as backup.encryption.password, or move the folder of the repository; older backups stay\n',
    );
    made = newRun();
    expect(await made.stored()).toEqual(known);
  },
  patience,
);

// Proves: backups.restore
test(
  'a restored API server has every object as it was, nothing that came later, and sends watchers back to the list',
  async () => {
    // The state to come back to: the newest backup.
    before = await objects(api);
    expect(await made.all()).toMatchObject({ code: 0 });
    const id = (await made.stored()).at(-1) ?? '';
    await api.client.delete(`${inShop}/configmaps/a`);
    await api.client.post(`${inShop}/configmaps`, { metadata: { name: 'later' } });
    await api.client.request('PUT', `${deployments}/web`, { body: deployment(9) });
    // The next machine of this name.
    const next = { metadata: { labels: { round: 'next' } }, spec: { unschedulable: null } };
    await api.client.patch(nodePath, next);
    const later = await objects(api);
    expect(later).not.toEqual(before);
    const { metadata } = later[`${deployments}/web`] as { metadata: { resourceVersion: string } };
    await api.server.stop();
    await etcd.stop();
    rmSync(at('etcd'), { recursive: true });

    const target = ['restore', `${id}:/`, '--target', at('restored')];
    expect(await made.restic(...target)).toMatchObject({ code: 0 });
    const data = { data: at('etcd'), ports };
    const restored = await run('etcdutl', restoreArguments(at('restored/etcd.db'), data));
    expect(restored).toMatchObject({ code: 0 });
    etcd = startEtcd(programs, at('etcd'), pki, ports);
    api = await startApi(programs, { folder: at('api'), pki, etcd: ports, encryptionKey });
    expect(await objects(api)).toEqual(before);
    // Hence the last part of the runbook: the node is that of the former machine again.
    expect(await api.client.get(nodePath)).toMatchObject({
      metadata: { labels: { round: 'former' } },
      spec: { unschedulable: true },
    });
    const since = `resourceVersion=${metadata.resourceVersion}`;
    const watched = await api.client.text(`${deployments}?watch=1&timeoutSeconds=5&${since}`);
    expect(JSON.parse(watched)).toMatchObject({ type: 'ERROR', object: { code: 410 } });
  },
  patience,
);
