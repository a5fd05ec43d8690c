// SPDX-License-Identifier: Apache-2.0
import { builtTool } from '@strata/testing';
import { encryptionKeyName } from '@strata/user-cluster/restored';
import type { EncryptionKey } from '@strata/user-cluster/restored';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyOf } from './object-restore/manifest.ts';
import { readBackup } from './object-restore/read-backup.ts';
import type { BackupContent } from './object-restore/read-backup.ts';
import { Restic } from './restic.ts';
import { withRestoredApi } from './restored-api.ts';
import { fillTenant } from './testing/fill-tenant.ts';
import { SmallCluster } from './testing/small-cluster.ts';

// The real etcd, etcdctl, etcdutl and API server: a snapshot is restored on loopback, and read. Only restic is played,
// by a copy of the snapshot: real-restore.test.ts has the real one.
const patience = 600_000;
const newKeys = (): EncryptionKey[] => [
  { name: encryptionKeyName(1), secret: randomBytes(32).toString('base64') },
];
const keys = newKeys();

let folder: string;
let snapshot: string;
let live: BackupContent;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'real-read-backup-'));
  const cluster = new SmallCluster(folder, 'unused');
  const client = await cluster.start(keys);
  await fillTenant(client, 'words-that-only-the-cluster-may-read');
  snapshot = await cluster.save();
  live = await readBackup(client);
  await cluster.stop();
}, patience);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function restored(encryptionKeys: readonly EncryptionKey[]): Promise<BackupContent> {
  const own = mkdtempSync(join(folder, 'restored-'));
  const script = join(own, 'restic');
  // --no-lock --no-cache restore ID:/ --target FOLDER
  writeFileSync(script, `#!/bin/sh\nmkdir "$6" && cp ${snapshot} "$6/etcd.db"\n`, { mode: 0o700 });
  const options = { env: process.env, signal: new AbortController().signal };
  const access = { repository: 'played', password: 'played' };
  const { broken, result } = await withRestoredApi(
    {
      ...options,
      restic: new Restic(script, access, options),
      encryptionKeys,
      backup: { id: '4f2a91c0ffee', time: '2026-05-02T03:10:00.000Z' },
      folder: own,
      tell: () => undefined,
      tools: {
        restic: { path: script, version: 'played' },
        etcd: { path: builtTool('etcd-3.6.5', 'etcd'), version: '3.6.5' },
        etcdutl: {
          path: builtTool('etcd-clients-3.6.5', 'etcdutl'),
          version: '3.6.5',
        },
        apiServer: {
          path: builtTool('kubernetes-1.35.4', 'kube-apiserver'),
          version: '1.35.4',
        },
      },
    },
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

// Proves: clusters.restore-objects
test(
  'a restored backup has every object of the tenant with all of its fields, for whoever has the key of its Secrets',
  async () => {
    const content = await restored(keys);
    expect(content.unreadable).toEqual([]);
    expect(ofTenant(live).length).toBeGreaterThan(14);
    expect(ofTenant(content)).toEqual(ofTenant(live));
  },
  patience,
);

// Proves: clusters.restore-objects
test(
  'without that key it says so, and has everything else',
  async () => {
    const content = await restored(newKeys());
    expect(content.unreadable.map(({ kind }) => kind)).toEqual(['secrets']);
    const others = ofTenant(live).filter(({ kind }) => kind !== 'Secret');
    expect(ofTenant(content)).toEqual(others);
  },
  patience,
);
