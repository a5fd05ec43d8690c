// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBackup } from './find-backup.ts';
import { Restic } from './restic.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'find-backup-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program in the place of restic. */
function resticOf(script: string): Restic {
  const program = join(folder, 'restic');
  writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  const { signal } = new AbortController();
  const env = { PATH: '/usr/bin:/bin', PULUMI_CONFIG_PASSPHRASE: 'hush', AWS_ACCESS_KEY_ID: 'id' };
  return new Restic(program, { repository: 's3:x', password: 'word' }, { env, signal });
}

test('the newest backup is found, whatever their order', async () => {
  const all = [
    { id: 'b', time: '2026-05-02T05:10:00.123456789+02:00' },
    { id: 'a', time: '2026-05-02T03:00:00Z' },
  ];
  const restic = resticOf(`echo '${JSON.stringify(all)}'`);
  expect(await findBackup(restic, 'prod.shop')).toEqual({
    id: 'b',
    time: '2026-05-02T03:10:00.123Z',
    notes: [],
  });
});

test('a backup that is dated in the future is not the newest, and is told', async () => {
  const future = [
    { id: '0123456789', time: '2226-05-02T03:00:00Z' },
    { id: 'abcdef0123', time: '2226-05-03T03:00:00Z' },
  ];
  const clocks =
    'the clock of a host of the infra cluster was ahead, or that of this machine is behind';
  const restic = resticOf(
    `echo '${JSON.stringify([...future, { id: 'a', time: '2026-05-02T03:00:00Z' }])}'`,
  );
  expect(await findBackup(restic, 'prod.shop')).toEqual({
    id: 'a',
    time: '2026-05-02T03:00:00.000Z',
    notes: [
      `2 backups are dated in the future, and not tried: 01234567 of 2226-05-02T03:00:00.000Z, abcdef01 of 2226-05-03T03:00:00.000Z; ${clocks}`,
    ],
  });
  const alone = resticOf(`echo '${JSON.stringify(future.slice(0, 1))}'`);
  await expect(findBackup(alone, 'prod.shop')).rejects.toThrow(
    `The repository has no backup of prod.shop that is not dated in the future: 1 backup is dated in the future, and not tried: 01234567 of 2226-05-02T03:00:00.000Z; ${clocks}.`,
  );
});

test('restic has the repository, its password and the credentials, and nothing of Pulumi', async () => {
  const restic = resticOf(`env >${folder}/env; echo "$@" >>${folder}/arguments; echo '[]'`);
  await expect(findBackup(restic, 'prod.shop')).rejects.toThrow(
    "The repository has no backup of prod.shop: look what the CronJob etcd-backup says in the cluster's namespace.",
  );
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const env = read('env');
  expect(env).toContain('RESTIC_REPOSITORY=s3:x\n');
  expect(env).toContain('RESTIC_PASSWORD=word\n');
  expect(env).toContain('AWS_ACCESS_KEY_ID=id\n');
  expect(env).not.toContain('hush');
  expect(read('arguments')).toBe(
    [
      '--no-lock --no-cache snapshots --json --quiet --tag etcd --host prod.shop\n',
      '--no-lock --no-cache snapshots --json --quiet --tag etcd\n',
    ].join(''),
  );
});

// Proves: backups.restore-objects
test('a repository with backups of other clusters only is refused, with the way to their objects', async () => {
  const others = ['prod.shop', 'prod.office', 'prod.shop'].map((hostname) => ({ hostname }));
  const restic = resticOf(
    `case "$*" in *--host*) echo '[]';; *) echo '${JSON.stringify(others)}';; esac`,
  );
  await expect(findBackup(restic, 'prod.copy')).rejects.toThrow(
    'The repository has no backup of prod.copy, only of prod.office, prod.shop. A backup of etcd is of no use to another cluster than its own: other keys, addresses and machines are in it. "npx strata restore-objects ENVIRONMENT CLUSTER --to prod.copy" brings its objects (docs/runbooks/restore-objects.md).',
  );
});

test('a server that does not answer is told with what restic says of it, before restic gives up', async () => {
  const words = 'Stat(<config/>) returned error, retrying after 2s: dial tcp: connection refused';
  const restic = resticOf(`echo '${words}' >&2; exec sleep 60`);
  await expect(findBackup(restic, 'prod.shop', 1_000)).rejects.toThrow(
    'The repository of prod.shop cannot be opened: dial tcp: connection refused. Check user-cluster:backup.target (endpoint, bucket, credentials), and whether this machine reaches it.',
  );
});

// Proves: backups.restore-objects
test('whoever has another password may have the repository of another cluster', async () => {
  const restic = resticOf('exit 12');
  await expect(findBackup(restic, 'prod.copy')).rejects.toThrow(
    'The repository of prod.copy cannot be opened: the password is wrong. It is that of the output "backup", and user-cluster:backup.encryption.password if that is set: the repository keeps the first one that it had. A repository of another cluster has another password; "npx strata restore-objects" brings what is in it (docs/runbooks/restore-objects.md).',
  );
});
