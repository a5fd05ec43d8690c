// SPDX-License-Identifier: Apache-2.0
import { builtTool, freePort } from '@strata/testing';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { etcdArguments } from '../restored/etcd.ts';
import { Programs } from '../restored/programs.ts';
import { writeClusterCertificates } from '../restored/write-certificates.ts';
import { testConfig } from '../test-context.ts';
import { BackupRun, run } from './testing/backup-run.ts';
import { startS3 } from './testing/servers.ts';
import { SmallDisk } from './testing/small-disk.ts';

// The steps of a backup with the real etcd, restic and S3 server. The target is on a disk of 8 MiB, which is
// full.
const patience = 600_000;
const programs = new Programs();
const [accessKeyId, secretAccessKey] = ['of-backups', 'not-secret-in-a-test'];
let folder: string;
let pki: string;
let client: string;
let disk: SmallDisk;

const cannotBeStored =
  /backup: the snapshot cannot be stored \(restic ends with 1\); older backups stay\n/;
const isFull =
  'backup: the target of the backups is full, and restic needs room even to delete: make room there, and the next backup is made\n';

const login = () =>
  ['cacert=ca.crt', 'cert=client.crt', 'key=client.key'].map((flag) =>
    `--${flag}`.replace('=', `=${pki}/`),
  );

/** Writes what no compression makes smaller than 70 kB. */
async function write(): Promise<void> {
  const put = ['put', 'word', randomBytes(70_000).toString('base64')];
  expect(await run('etcdctl', [`--endpoints=${client}`, ...login(), ...put])).toMatchObject({
    code: 0,
  });
}

const hash = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Makes the folder of a pod, whose volume with backups is a folder of the disk. */
function podFolder(name: string): string {
  const root = join(folder, name);
  mkdirSync(join(root, 'etc/backup'), { recursive: true });
  mkdirSync(join(disk.path, name));
  symlinkSync(pki, join(root, 'etc/backup/client'));
  symlinkSync(join(disk.path, name), join(root, 'backups'));
  return root;
}

function inVolume(name: string): BackupRun {
  const { backup } = testConfig({ backup: { target: { volume: { sizeGiB: 1 } } } });
  if (backup === undefined) throw new Error('there is no backup');
  return new BackupRun(podFolder(name), backup, client, {}, 'not secret in a test');
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'real-full-target-'));
  pki = join(folder, 'pki');
  await writeClusterCertificates(pki);
  client = `https://127.0.0.1:${await freePort()}`;
  const peer = `https://127.0.0.1:${await freePort()}`;
  const member = { name: 'cp-0', data: join(folder, 'etcd'), client, peer, pki };
  const settings = { 'initial-cluster': `cp-0=${peer}` };
  const etcd = programs.start(builtTool('etcd-3.6.5', 'etcd'), etcdArguments(member, settings));
  const health = [`--endpoints=${client}`, ...login(), 'endpoint', 'health'];
  await etcd.ready(async () => (await run('etcdctl', health)).code === 0);
  disk = await SmallDisk.make(programs, join(folder, 'disk'), 8);
}, patience);

afterAll(async () => {
  await programs.stopAll();
  rmSync(folder, { recursive: true, force: true });
}, patience);

/**
 * Makes a backup, has others fail on a full target, and makes one again.
 *
 * @param rooms - free blocks of the full disk, one backup for each.
 */
async function fillAndFree(made: BackupRun, root: string, rooms: readonly number[]): Promise<void> {
  await write();
  expect(await made.all()).toMatchObject({ code: 0, step: 'store' });
  const saved = hash(made.snapshot);
  const known = await made.stored();
  expect(known).toHaveLength(1);
  const [id = ''] = known;
  for (const room of rooms) {
    await write();
    disk.fill(room);
    const ended = await made.all();
    expect(ended).toMatchObject({ code: 1, step: 'store' });
    expect(ended.said).toMatch(cannotBeStored);
    expect(ended.said.endsWith(isFull)).toBe(true);
    expect(await made.stored()).toEqual(known);
    // As the Job of a restore fetches it.
    const target = join(root, `restored-${room}`);
    const fetched = await made.restic('--no-lock', 'restore', `${id}:/`, '--target', target);
    expect(fetched).toMatchObject({ code: 0 });
    expect(hash(join(target, 'etcd.db'))).toBe(saved);
  }
  disk.free();
  const ended = await made.all();
  expect([ended.code, ended.said]).toEqual([0, expect.stringContaining('read it back')]);
  expect(await made.stored()).toHaveLength(2);
  expect((await made.restic('list', 'locks', '--no-lock', '--quiet')).said).toBe('');
}

// Proves: backups.etcd
test(
  'a backup into a full volume fails and says so, older ones can be restored, and the next one with room is made',
  async () => {
    // Without room for a lock, and with room for that but not for the data.
    const made = inVolume('volume');
    made.makeRepository();
    await fillAndFree(made, join(folder, 'volume'), [0, 3]);
  },
  patience,
);

// Proves: backups.etcd
test(
  'a first backup that is cut off by a full volume between key and repository is made by the next run',
  async () => {
    const made = inVolume('first');
    disk.fill(1);
    const ended = await made.all();
    expect(ended).toMatchObject({ code: 1, step: 'store' });
    expect(ended.said).toContain(
      'backup: no repository can be made (restic ends with 1); older backups stay\n',
    );
    expect(ended.said.endsWith(isFull)).toBe(true);
    const repository = join(disk.path, 'first/sandbox.demo');
    const keys = readdirSync(join(repository, 'keys'));
    expect(keys).toHaveLength(1);
    expect(readdirSync(repository)).not.toContain('config');
    disk.free();
    const next = await made.all();
    expect([next.code, next.said]).toEqual([0, expect.stringContaining('read it back')]);
    expect(readdirSync(join(repository, 'keys'))).toHaveLength(1);
    const [left = ''] = readdirSync(repository).filter((name) => name.startsWith('keys-left-'));
    expect(readdirSync(join(repository, left))).toEqual(keys);
  },
  patience,
);

// Proves: backups.etcd
test(
  'a backup into a full bucket fails and says so, older ones can be restored, and the next one with room is made',
  async () => {
    const port = await freePort();
    await startS3(programs, join(disk.path, 's3'), port, accessKeyId, secretAccessKey);
    const s3 = {
      endpoint: `http://127.0.0.1:${port}`,
      allowHttp: true,
      bucket: 'backups',
      credentials: { secretName: 'keys' },
    };
    const { backup } = testConfig({ backup: { target: { s3 } } });
    if (backup === undefined) throw new Error('there is no backup');
    const root = podFolder('bucket');
    const keys = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
    // Ten attempts in a minute, as restic did it before 0.17, instead of those in 15 minutes.
    const soon = { RESTIC_FEATURES: 'backend-error-redesign=false' };
    const made = new BackupRun(root, backup, client, keys, 'not secret in a test', soon);
    await fillAndFree(made, root, [0]);
  },
  patience,
);
