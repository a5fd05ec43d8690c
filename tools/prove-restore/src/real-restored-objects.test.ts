// SPDX-License-Identifier: Apache-2.0
import { encryptionKeyName } from '@strata/user-cluster/restored';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listBackups } from './find-backup.ts';
import type { FoundBackup } from './find-backup.ts';
import type { ObjectsQuestion } from './object-restore/command-line.ts';
import { keyOf } from './object-restore/manifest.ts';
import { readBackup } from './object-restore/read-backup.ts';
import type { BackupContent } from './object-restore/read-backup.ts';
import { restoreObjects } from './object-restore/restore-objects.ts';
import { Restic } from './restic.ts';
import { withRestoredApi } from './restored-api.ts';
import { fillTenant } from './testing/fill-tenant.ts';
import { SmallCluster } from './testing/small-cluster.ts';
import { stateText } from './testing/state-text.ts';
import { toolsOf } from './tools-of.ts';

// The real etcd, API server, etcdctl, etcdutl and restic: objects of a backup in a repository are read, and become files.
const patience = 600_000;
const password = 'correct horse battery staple';
const hidden = 'words-that-only-the-cluster-may-read';
const key = randomBytes(32).toString('base64');
const keys = [{ name: encryptionKeyName(1), secret: key }];

let folder: string;
let source: SmallCluster;
let live: BackupContent;
/** Backup with a Secret in the namespace `old` that nobody can decrypt. */
let locked: FoundBackup;
let printed: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'real-restored-objects-'));
  source = new SmallCluster(folder, password);
  const client = await source.start(keys);
  await fillTenant(client, hidden);
  live = await readBackup(client);
  await client.post('/api/v1/namespaces', { metadata: { name: 'old' } });
  await source.lock('old/forgotten');
  await source.store(await source.save());
  locked = await newest();
  await source.unlock('old/forgotten');
  await source.store(await source.save());
  await source.stop();
}, patience);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  printed = [];
});

function restore(encryptionKey: string, question: Partial<ObjectsQuestion>): Promise<number> {
  const stateFile = join(folder, 'state.json');
  const state = stateText({
    repository: source.repository,
    password,
    encryptionKeys: [encryptionKey],
    authorityPem: 'of a test',
    pools: { web: 1 },
    inside: ['v1 Secret shop/main-password'],
    made: '2026-01-01T00:00:00Z',
  });
  writeFileSync(stateFile, state, { mode: 0o600 });
  const asked = {
    environment: 'prod',
    cluster: 'shop',
    target: 'prod.shop',
    stateFile,
  };
  const flags = {
    isEmptyVolumes: false,
    isStopped: false,
    isPreview: false,
    isConfirmed: false,
  };
  return restoreObjects(
    { ...asked, ...flags, ...question },
    {
      root: folder,
      env: process.env,
      signal: new AbortController().signal,
      tell: () => undefined,
      print: (text) => printed.push(...text.split('\n')),
      confirm: () => Promise.resolve(false),
      pause: 100,
      now: Date.now,
    },
  );
}

const options = { env: process.env, signal: new AbortController().signal };

async function openRepository(): Promise<Restic> {
  const { restic } = await toolsOf('1.35.4', process.env);
  return new Restic(restic.path, { repository: source.repository, password }, options);
}

async function newest(): Promise<FoundBackup> {
  const backup = (await listBackups(await openRepository(), 'prod.shop')).at(-1);
  if (backup === undefined) throw new Error('the repository has no backup');
  return backup;
}

/** A backup, as restore-objects reads it. */
async function readOne(backup: FoundBackup): Promise<BackupContent> {
  const own = mkdtempSync(join(folder, 'read-'));
  const tools = await toolsOf('1.35.4', process.env);
  const restic = await openRepository();
  const { broken, result } = await withRestoredApi(
    { ...options, tools, restic, backup, folder: own, encryptionKeys: keys, tell: () => undefined },
    (client) => readBackup(client),
  );
  if (result === undefined) throw new Error(broken);
  return result;
}

/** Objects of the tenant, with all of their fields. */
const ofTenant = ({ objects }: BackupContent) =>
  objects
    .map(({ manifest }) => manifest)
    .filter(({ metadata }) => metadata.namespace === 'shop' || metadata.name.includes('example'))
    .sort((one, other) => keyOf(one).localeCompare(keyOf(other)));

// Proves: backups.restore-objects
test(
  'a restored backup has every object of the tenant with all of its fields',
  async () => {
    const content = await readOne(await newest());
    expect(content.unreadable).toEqual([]);
    expect(ofTenant(live).length).toBeGreaterThan(14);
    expect(ofTenant(content)).toEqual(ofTenant(live));
  },
  patience,
);

// Proves: backups.restore-objects
test(
  'objects come out of a backup in a repository, readable with the key of the state, without those of the stack',
  async () => {
    const out = join(folder, 'files');
    expect(await restore(key, { out, namespaces: ['shop'], kinds: ['secrets'] })).toBe(0);
    expect(printed[0]).toMatch(
      /^prod\.shop: objects of the backup [0-9a-f]{8} of .* old\), to files in /,
    );
    expect(printed).toContain('      secrets: own, robot-token');
    expect(printed).toContain('    secrets (1): the stack of each cluster makes its own');
    const own = readFileSync(join(out, '05-secrets', 'shop.own.json'), 'utf8');
    const word = Buffer.from(hidden).toString('base64');
    expect(JSON.parse(own)).toMatchObject({ data: { word } });
  },
  patience,
);

// Proves: backups.restore-objects
test(
  'without the key of its Secrets nothing comes out of a backup',
  async () => {
    const other = randomBytes(32).toString('base64');
    await expect(restore(other, { isPreview: true })).rejects.toThrow(
      'Secrets of this backup cannot be read with the encryption keys of the state: ',
    );
    expect(printed).toEqual([]);
  },
  patience,
);

// Proves: backups.restore-objects
test(
  'a Secret that nobody can decrypt is in the way of those of its namespace, and of nobody else',
  async () => {
    const backup = locked.id;
    const out = join(folder, 'beside');
    expect(await restore(key, { backup, out, namespaces: ['shop'] })).toBe(0);
    expect(printed.join('\n')).toMatch(
      /^ {2}secrets in old cannot be read: .*"\/registry\/secrets\/old\/forgotten"/m,
    );
    expect(readFileSync(join(out, '05-secrets', 'shop.own.json'), 'utf8')).toContain('"word"');
  },
  patience,
);
