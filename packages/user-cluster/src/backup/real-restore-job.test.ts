// SPDX-License-Identifier: Apache-2.0
import { builtTool, freePort } from '@strata/testing';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackupConfig } from '../config/index.ts';
import type { StartedApi } from '../restored/api-server.ts';
import { etcdArguments } from '../restored/etcd.ts';
import type { EtcdPorts } from '../restored/etcd.ts';
import { Programs } from '../restored/programs.ts';
import type { RunningProgram } from '../restored/programs.ts';
import { writeClusterCertificates } from '../restored/write-certificates.ts';
import { testConfig, testContext } from '../test-context.ts';
import { renderBackupJob } from './render-backup-job.ts';
import { backupPodOf, renderRestoreJob } from './restore/index.ts';
import type { RestoredMember, RestoreRequest } from './restore/index.ts';
import { BackupRun, run } from './testing/backup-run.ts';
import { lacksFileSystemTools, missingWords } from './testing/file-system-tools.ts';
import { RestoreRun } from './testing/restore-run.ts';
import { startApi, startEtcd } from './testing/servers.ts';

// The containers of the pod that restores a backup, with the real restic, etcdutl and mke2fs; files are the
// disks. Then the real etcd and API server run on what was written there.
const patience = 900_000;
const realTest = lacksFileSystemTools ? test.skip : test;
const password = 'correct horse battery staple';
const encryptionKey = randomBytes(32).toString('base64');
const path = '/usr/sbin:/usr/bin:/sbin:/bin';

const programs = new Programs();
let folder: string;
let pki: string;
let ports: EtcdPorts;
let etcd: RunningProgram;
let api: StartedApi;
let backup: BackupConfig;
let made: BackupRun;

const at = (...parts: readonly string[]) => join(folder, ...parts);
const diskOf = (name: string) => at('disks', name, 'disk.img');

/** Makes a disk as CDI does, or with a file system with the data of a member. */
async function makeDisk(name: string, data?: string): Promise<void> {
  mkdirSync(at('disks', name), { recursive: true });
  writeFileSync(diskOf(name), '');
  truncateSync(diskOf(name), 1 << 30);
  if (data === undefined) return;
  const { code, said } = await run(
    'mke2fs',
    ['-q', '-F', '-t', 'ext4', '-L', 'etcd', '-d', data, diskOf(name)],
    { PATH: path },
  );
  if (code !== 0) throw new Error(said);
}

/** Reads the data of a member from its disk. */
async function readDisk(name: string): Promise<string> {
  const target = at('read', name);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  await run('debugfs', ['-R', `rdump /member ${target}`, diskOf(name)], { PATH: path });
  return target;
}

function member(name: string, { peer }: Pick<EtcdPorts, 'peer'>): RestoredMember {
  const peerUrl = `https://127.0.0.1:${peer}`;
  return { name, claim: `${name}-etcd`, volumeMode: 'Filesystem', peerUrl };
}

const requestOf = (id: string, members: readonly RestoredMember[]): RestoreRequest => ({
  id,
  host: 'sandbox.demo',
  asked: Date.now(),
  members,
});

const restore = (request: RestoreRequest) =>
  new RestoreRun(folder, backup, request, made.variables).all();

beforeAll(async () => {
  if (lacksFileSystemTools) return;
  folder = mkdtempSync(join(tmpdir(), 'real-restore-job-'));
  pki = at('etc/backup/client');
  await writeClusterCertificates(pki);
  ports = { client: await freePort(), peer: await freePort() };
  etcd = startEtcd(programs, at('etcd'), pki, ports);
  const config = testConfig({ backup: { target: { volume: { sizeGiB: 1 } } } });
  if (config.backup === undefined) throw new Error('there is no backup');
  backup = config.backup;
  mkdirSync(at('backups'));
  made = new BackupRun(folder, backup, `https://127.0.0.1:${ports.client}`, {}, password);
  made.makeRepository();
  api = await startApi(programs, { folder: at('api'), pki, etcd: ports, encryptionKey });
}, patience);

afterAll(async () => {
  if (lacksFileSystemTools) return;
  // Also of a beginning that has failed half way.
  await programs.stopAll();
  rmSync(folder, { recursive: true, force: true });
}, patience);

const inShop = '/api/v1/namespaces/shop';

/** Returns all ConfigMaps and Secrets of a namespace, with all their fields. */
async function objects({ client }: StartedApi): Promise<readonly unknown[]> {
  const lists = ['configmaps', 'secrets'].map((kind) =>
    client.request<{ readonly items: readonly unknown[] }>('GET', `${inShop}/${kind}`),
  );
  return (await Promise.all(lists)).flatMap(({ items }) => items);
}

/** Returns the revision of the API server's etcd. */
async function revision({ client }: StartedApi): Promise<number> {
  const list = await client.request<{ readonly metadata: { readonly resourceVersion: string } }>(
    'GET',
    '/api/v1/namespaces',
  );
  return Number(list.metadata.resourceVersion);
}

const addConfigMap = ({ client }: StartedApi, name: string) =>
  client.post(`${inShop}/configmaps`, { metadata: { name } });

let before: readonly unknown[];
let id: string;

/** Stops both programs, and leaves the data of etcd on a disk. */
async function switchOff(): Promise<void> {
  await api.server.stop();
  await etcd.stop();
  await makeDisk('cp-0', at('etcd'));
  rmSync(at('etcd'), { recursive: true });
}

/** Starts both programs with the data of a disk. */
async function switchOn(): Promise<void> {
  renameSync(await readDisk('cp-0'), at('etcd'));
  etcd = startEtcd(programs, at('etcd'), pki, ports);
  api = await startApi(programs, { folder: at('api'), pki, etcd: ports, encryptionKey });
}

// Proves: backups.restore
realTest(
  `the API server takes the Job, and admits its pod where nothing is privileged${missingWords}`,
  async () => {
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
    const namespace = '/api/v1/namespaces/cluster-demo';
    await api.client.post('/api/v1/namespaces', { metadata: { name: 'cluster-demo', labels } });
    await api.client.post(`${namespace}/serviceaccounts`, { metadata: { name: 'default' } });
    const found = backupPodOf({ spec: renderBackupJob(testContext(), backup) });
    if (found === undefined) throw new Error('there is no pod of backups');
    const disk = { ...member('cp-1', ports), volumeMode: 'Block' as const };
    const request = requestOf('0'.repeat(64), [member('cp-0', ports), disk]);
    const parts = { backup: found, diskImage: 'with-mke2fs' };
    const job = renderRestoreJob(parts, request, 'cluster-demo');
    // With it, a field that the API does not know is an error.
    const strict = 'fieldValidation=Strict';
    await api.client.post(`/apis/batch/v1/namespaces/cluster-demo/jobs?${strict}`, job);
    const { spec } = job.spec.template;
    const pod = { metadata: { name: 'restore' }, spec };
    await api.client.post(`${namespace}/pods?${strict}`, pod);
    const privileged = { ...spec, securityContext: { ...spec.securityContext, runAsUser: 0 } };
    await expect(
      api.client.post(`${namespace}/pods`, { metadata: { name: 'root' }, spec: privileged }),
    ).rejects.toThrow('violates PodSecurity');
  },
  patience,
);

// Proves: backups.restore
realTest(
  `the Job writes a backup to the disk: the API has every object as it was, nothing later, and a higher revision${missingWords}`,
  async () => {
    await api.client.post('/api/v1/namespaces', { metadata: { name: 'shop' } });
    await addConfigMap(api, 'a');
    const secret = { metadata: { name: 'b' }, stringData: { b: 'hidden' } };
    await api.client.post(`${inShop}/secrets`, secret);
    before = await objects(api);
    expect(await made.all()).toMatchObject({ code: 0 });
    id = (await made.stored()).at(-1) ?? '';
    await api.client.delete(`${inShop}/configmaps/a`);
    await addConfigMap(api, 'later');
    const last = await revision(api);
    await switchOff();
    const request = requestOf(id, [member('cp-0', ports)]);
    const ended = await restore(request);
    expect(ended).toMatchObject({ code: 0, step: 'write' });
    for (const said of ['read the data of cp-0', 'kept the former data in the repository']) {
      expect(ended.said).toContain(`restore: ${said}\n`);
    }
    await switchOn();
    expect(await objects(api)).toEqual(before);
    expect(await revision(api)).toBeGreaterThan(Math.max(last, request.asked));
  },
  patience,
);

// Proves: backups.restore
realTest(
  `the former data is in the repository, and etcd runs on it${missingWords}`,
  async () => {
    const listed = await made.restic('snapshots', '--json', '--quiet', '--tag', 'before-restore');
    const [kept] = JSON.parse(listed.said) as readonly { readonly id: string }[];
    await switchOff();
    const target = at('kept');
    const former = `${kept?.id ?? ''}:${folder}/former/cp-0`;
    expect(await made.restic('restore', former, '--target', target)).toMatchObject({ code: 0 });
    renameSync(target, at('etcd'));
    etcd = startEtcd(programs, at('etcd'), pki, ports);
    api = await startApi(programs, { folder: at('api'), pki, etcd: ports, encryptionKey });
    const names = await objects(api);
    expect(JSON.stringify(names)).toContain('"name":"later"');
  },
  patience,
);

// Proves: backups.restore
realTest(
  `a second restore of the same backup leads to a still higher revision${missingWords}`,
  async () => {
    await switchOff();
    expect(await restore(requestOf(id, [member('cp-0', ports)]))).toMatchObject({ code: 0 });
    await switchOn();
    const first = await revision(api);
    await addConfigMap(api, 'between');
    await switchOff();
    expect(await restore(requestOf(id, [member('cp-0', ports)]))).toMatchObject({ code: 0 });
    await switchOn();
    expect(await objects(api)).toEqual(before);
    expect(await revision(api)).toBeGreaterThan(first);
  },
  patience,
);

// Proves: backups.restore
realTest(
  `three members get their disks from one backup, and find each other${missingWords}`,
  async () => {
    await switchOff();
    const names = ['cp-0', 'cp-1', 'cp-2'];
    const all: { name: string; client: number; peer: number }[] = [];
    for (const name of names) {
      all.push({ name, client: await freePort(), peer: await freePort() });
      if (name !== 'cp-0') await makeDisk(name);
    }
    const members = all.map((one) => member(one.name, one));
    const ended = await restore(requestOf(id, members));
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.said).toContain(
      'restore: the disk of cp-2 has no file system of etcd: there is nothing to keep\n',
    );
    const [first] = all;
    if (first === undefined) throw new Error('there is no member');
    const started = [];
    for (const { name, client, peer } of all) {
      const [clients, peers] = [client, peer].map((port) => `https://127.0.0.1:${port}`);
      const data = await readDisk(name);
      const own = { name, data, client: clients ?? '', peer: peers ?? '', pki };
      // The manifest of kubeadm still has this; a member with data does not read it.
      const settings = { 'initial-cluster': `${name}=${peers ?? ''}` };
      started.push(programs.start(builtTool('etcd-3.6.5', 'etcd'), etcdArguments(own, settings)));
    }
    api = await startApi(programs, { folder: at('api'), pki, etcd: first, encryptionKey });
    expect(await objects(api)).toEqual(before);
    const tls = [`--cacert=${pki}/ca.crt`, `--cert=${pki}/client.crt`, `--key=${pki}/client.key`];
    const endpoint = `--endpoints=https://127.0.0.1:${first.client}`;
    const listed = await run('etcdctl', [endpoint, ...tls, 'member', 'list', '--write-out=json']);
    const found = JSON.parse(listed.said) as { members: readonly { name: string }[] };
    expect(found.members.map(({ name }) => name).sort()).toEqual(names);
    await api.server.stop();
    for (const one of started) await one.stop();
  },
  patience,
);

// Proves: backups.restore
realTest(
  `a backup that is damaged or missing ends the Job before a disk is touched${missingWords}`,
  async () => {
    await makeDisk('cp-0');
    const request = requestOf('0'.repeat(64), [member('cp-0', ports)]);
    expect(await restore(request)).toMatchObject({ code: 1, step: 'fetch' });
    writeFileSync(made.snapshot, randomBytes(1 << 20));
    expect(await made.step('store')).toMatchObject({ code: 0 });
    const damaged = (await made.stored()).at(-1) ?? '';
    const ended = await restore(requestOf(damaged, [member('cp-0', ports)]));
    expect(ended).toMatchObject({ step: 'verify' });
    expect(existsSync(at('snapshot/restored'))).toBe(false);
  },
  patience,
);
