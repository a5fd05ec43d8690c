// SPDX-License-Identifier: Apache-2.0
import { builtTool, freePort } from '@strata/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { etcdArguments } from '../restored/etcd.ts';
import { Programs } from '../restored/programs.ts';
import { writeClusterCertificates } from '../restored/write-certificates.ts';
import { testConfig } from '../test-context.ts';
import { BackupRun, run } from './testing/backup-run.ts';

// The first steps of a backup, with the real etcd and etcdctl on loopback. This etcd may hold 1 MiB.
const patience = 300_000;
const programs = new Programs();
let folder: string;
let client: string;
let made: BackupRun;

const etcdctl = (...args: readonly string[]) => {
  const pki = join(folder, 'etc/backup/client');
  const files = [`--cacert=${pki}/ca.crt`, `--cert=${pki}/client.crt`, `--key=${pki}/client.key`];
  return run('etcdctl', [`--endpoints=${client}`, ...files, ...args]);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'real-health-'));
  const pki = join(folder, 'etc/backup/client');
  await writeClusterCertificates(pki);
  client = `https://127.0.0.1:${await freePort()}`;
  const peer = `https://127.0.0.1:${await freePort()}`;
  const member = { name: 'cp-0', data: join(folder, 'etcd'), client, peer, pki };
  const settings = { 'initial-cluster': `cp-0=${peer}`, 'quota-backend-bytes': `${1 << 20}` };
  const etcd = programs.start(builtTool('etcd-3.6.5', 'etcd'), etcdArguments(member, settings));
  await etcd.ready(async () => (await etcdctl('endpoint', 'health')).code === 0);
  const { backup } = testConfig({ backup: { target: { volume: { sizeGiB: 1 } } } });
  if (backup === undefined) throw new Error('there is no backup');
  made = new BackupRun(folder, backup, client, {}, 'not secret in a test');
  made.clear();
}, patience);

afterAll(async () => {
  await programs.stopAll();
  rmSync(folder, { recursive: true, force: true });
}, patience);

// Proves: backups.etcd
test(
  'an etcd that is full is saved, before somebody deletes and compacts what fills it',
  async () => {
    let put;
    do put = await etcdctl('put', 'key', 'x'.repeat(100_000));
    while (put.code === 0);
    expect(put.said).toContain('mvcc: database space exceeded');
    expect(await etcdctl('alarm', 'list')).toMatchObject({
      said: expect.stringContaining('alarm:NOSPACE') as string,
    });
    expect(await made.step('health')).toMatchObject({ code: 0 });
    expect(await made.step('save')).toMatchObject({ code: 0 });
  },
  patience,
);

test(
  'a member that has no majority is not saved',
  async () => {
    const other = `--peer-urls=https://127.0.0.1:${await freePort()}`;
    expect(await etcdctl('member', 'add', 'cp-1', other)).toMatchObject({ code: 0 });
    const ended = await made.step('health');
    expect(ended.code).not.toBe(0);
    expect(ended.said).toMatch(/context deadline exceeded|request timed out/);
    made.clear();
    expect(await made.step('save')).toMatchObject({ code: 0 });
  },
  patience,
);
