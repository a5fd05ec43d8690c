// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { builtTool, randomNumbers } from '@strata/testing';
import {
  Programs,
  startApi,
  startEtcd,
  writeClusterCertificates,
} from '@strata/user-cluster/restored';
import type { EncryptionKey } from '@strata/user-cluster/restored';
import { execFile } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findBackup } from './find-backup.ts';
import { freePorts } from './free-ports.ts';
import { listKinds } from './objects/list-kinds.ts';
import type { ListedKind } from './objects/list-kinds.ts';
import { dataOf, restoreBackup } from './restore-backup.ts';
import { Restic } from './restic.ts';
import { BusyTenants } from './testing/busy-tenants.ts';
import { fillCluster } from './testing/fill-cluster.ts';
import { SmallCluster } from './testing/small-cluster.ts';

// Twenty backups are made at random moments while tenants write. Each is restored, and every object of every kind is
// compared, field by field, with the history that the API server of the cluster still knows.

/** How many backups. */
const drills = Number(process.env.STRATA_RESTORE_DRILLS ?? 20);
/** The same seed writes and waits in the same way. */
const seed = Number(process.env.STRATA_E2E_SEED ?? randomInt(2 ** 31));
const random = randomNumbers(seed);

const patience = 3_600_000;
const password = 'correct horse battery staple';
const keys: EncryptionKey[] = [{ name: 'key1', secret: randomBytes(32).toString('base64') }];
const signal = new AbortController().signal;
const etcdutl = builtTool('etcd-clients-3.6.5', 'etcdutl');

let folder: string;
let cluster: SmallCluster;
let client: ApiClient;
let tenants: BusyTenants;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'restore-drills-'));
  cluster = new SmallCluster(folder, password);
  client = await cluster.start(keys);
  const authorityPem = '-----BEGIN CERTIFICATE-----\nof a test\n-----END CERTIFICATE-----\n';
  await fillCluster(client, { hidden: 'words', authorityPem, tenantPort: 9 });
  await client.post('/api/v1/namespaces', { metadata: { name: 'office' } });
  tenants = new BusyTenants(client, random);
  process.stdout.write(`seed ${seed}\n`);
}, patience);

afterAll(async () => {
  await tenants.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}, patience);

interface Item {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly resourceVersion: string;
  };
}

/**
 * Returns every object that an API server has, with all of its fields, by its path.
 *
 * @param revision - of etcd. Default: what is there now.
 */
async function allObjects(
  api: ApiClient,
  kinds: readonly ListedKind[],
  revision?: number,
): Promise<Map<string, Item>> {
  const when =
    revision === undefined ? '' : `?resourceVersion=${revision}&resourceVersionMatch=Exact`;
  const found = new Map<string, Item>();
  for (const { path } of kinds) {
    const { items } = await api.request<{ items: Item[] | null }>('GET', path + when);
    for (const item of items ?? []) {
      const { name, namespace = '' } = item.metadata;
      found.set(`${path} ${namespace}/${name}`, item);
    }
  }
  return found;
}

/** Returns the revision of etcd that a snapshot ends with. */
async function revisionOf(snapshot: string): Promise<number> {
  const { stdout } = await promisify(execFile)(etcdutl, [
    'snapshot',
    'status',
    snapshot,
    '--write-out=json',
  ]);
  return (JSON.parse(stdout) as { revision: number }).revision;
}

/** Restores the newest backup, and returns every object that the restored API server has. */
async function restoredObjects(number: number): Promise<Map<string, Item>> {
  const restic = new Restic(
    builtTool('restic-0.18.1', 'restic'),
    { repository: cluster.repository, password },
    { env: process.env, signal },
  );
  const backup = await findBackup(restic, 'prod.shop');
  const own = mkdtempSync(join(folder, `drill-${number}-`));
  const { api: port, ...ports } = await freePorts();
  const place = { folder: own, ports, etcdutl, env: process.env, signal };
  expect(await restoreBackup(restic, backup, place)).toBeUndefined();
  const pki = join(own, 'pki');
  await writeClusterCertificates(pki);
  const programs = new Programs();
  try {
    const etcd = builtTool('etcd-3.6.5', 'etcd');
    startEtcd(programs, { program: etcd, data: dataOf(place), pki, ports });
    const program = builtTool('kubernetes-1.35.4', 'kube-apiserver');
    const flags = { program, folder: join(own, 'api'), pki, etcd: ports, port };
    const api = await startApi(programs, { ...flags, encryptionKeys: keys });
    const { kinds } = await listKinds(api.client);
    return await allObjects(api.client, kinds);
  } finally {
    await programs.stopAll();
    rmSync(own, { recursive: true, force: true });
  }
}

/** Objects that an API server writes for itself when it starts. */
const ofServer =
  /^\/apis\/coordination\.k8s\.io\/v1\/leases kube-system\/apiserver-|^\/api\/v1\/configmaps kube-system\/kube-apiserver-legacy-service-account-token-tracking$/;

const withoutServers = (objects: ReadonlyMap<string, Item>) =>
  Object.fromEntries([...objects].filter(([path]) => !ofServer.test(path)));

// Proves: backups.restore
test(
  'backups at twenty random moments, while tenants write, each bring back every object as it was then',
  async () => {
    const { kinds } = await listKinds(client);
    for (let number = 1; number <= drills; number += 1) {
      await sleep(random() * 2_000);
      const before = tenants.written;
      const snapshot = await cluster.save();
      const revision = await revisionOf(snapshot);
      const expected = await allObjects(client, kinds, revision);
      const began = Date.now();
      await cluster.store(snapshot);
      const found = await restoredObjects(number);
      const seconds = Math.round((Date.now() - began) / 1_000);
      process.stdout.write(
        `drill ${number}: ${expected.size} objects at revision ${revision}, ${tenants.written - before} writes meanwhile, restored in ${seconds} s\n`,
      );
      expect(expected.size).toBeGreaterThan(100);
      expect(withoutServers(found)).toEqual(withoutServers(expected));
    }
    expect(tenants.written).toBeGreaterThan(drills * 50);
  },
  patience,
);
