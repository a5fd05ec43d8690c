// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { encryptionKeyName } from '@strata/user-cluster/restored';
import type { EncryptionKey } from '@strata/user-cluster/restored';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBackup } from './find-backup.ts';
import { Restic } from './restic.ts';
import { triedDifferences } from './restore/tried-differences.ts';
import { fillCluster } from './testing/fill-cluster.ts';
import { SmallCluster } from './testing/small-cluster.ts';
import { toolsOf } from './tools-of.ts';

// The real etcd, API server, etcdutl and restic: what a cluster has that a backup of it does not.
const patience = 600_000;
const password = 'correct horse battery staple';
const newKey = (): EncryptionKey => ({
  name: encryptionKeyName(1),
  secret: randomBytes(32).toString('base64'),
});
const key = newKey();
const signal = new AbortController().signal;
const shop = '/api/v1/namespaces/shop';

let folder: string;
let cluster: SmallCluster;
let client: ApiClient;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'real-differences-'));
  cluster = new SmallCluster(folder, password);
  client = await cluster.start([key]);
  const authorityPem = '-----BEGIN CERTIFICATE-----\nof a test\n-----END CERTIFICATE-----\n';
  await fillCluster(client, { hidden: 'words', authorityPem, tenantPort: 9 });
  await cluster.store(await cluster.save());
}, patience);

afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}, patience);

async function differencesWith(encryptionKeys: readonly EncryptionKey[]) {
  const tools = await toolsOf('1.35.4', process.env);
  const access = { repository: cluster.repository, password };
  const restic = new Restic(tools.restic.path, access, { env: process.env, signal });
  const backup = await findBackup(restic, 'prod.shop');
  const own = mkdtempSync(join(folder, 'trial-'));
  const context = { folder: own, env: process.env, signal, tell: () => undefined };
  return triedDifferences({ restic, backup, tools, encryptionKeys, ...context }, client);
}

// Proves: backups.restore-command
test(
  'what is newer than a backup, changed or deleted since is counted by kind, and nothing else',
  async () => {
    expect(await differencesWith([key])).toEqual({ differences: [] });
    for (const name of ['later', 'last']) {
      await client.post(`${shop}/configmaps`, { metadata: { name } });
    }
    await client.patch(`${shop}/secrets/one`, { stringData: { word: 'another' } });
    await client.delete(`${shop}/secrets/two`);
    await client.post(`${shop}/secrets`, { metadata: { name: 'two' } });
    await client.delete('/api/v1/nodes/web-1');
    expect(await differencesWith([key])).toEqual({
      differences: [
        { kind: 'configmaps', lost: 2, reverted: 0, back: 0 },
        { kind: 'nodes', lost: 0, reverted: 0, back: 1 },
        { kind: 'secrets', lost: 0, reverted: 2, back: 0 },
      ],
    });
  },
  patience,
);

// Proves: backups.restore-command
test(
  'a backup whose Secrets the machines could not read is refused',
  async () => {
    await expect(differencesWith([newKey()])).rejects.toThrow(
      /^Secrets of this backup cannot be read with the encryption keys that the machines have: .* Take a backup of the time of these keys, or give the key of its time back to the machines \(docs\/runbooks\/rotate-keys\.md\)\.$/,
    );
  },
  patience,
);
