// SPDX-License-Identifier: Apache-2.0
import { infraBackupJob } from '@strata/contracts';
import { builtTool } from '@strata/testing';
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { backupCommands, backupAddon } from '../../test/backup-addon.ts';
import { kubeoneRelease } from './kubeone-releases.ts';

/** Files of the certificate authorities on a control plane. */
const authorities = ['ca', 'front-proxy-ca', 'etcd/ca'].flatMap((name) => [
  `pki/${name}.crt`,
  `pki/${name}.key`,
]);
const keys = 'encryption-providers/encryption-providers.yaml';

const restic = builtTool('restic-0.18.1', 'restic');
const patience = 300_000;
let root: string;

const write = (path: string, text = path, mode = 0o600) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text, { mode });
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'strata-backup-'));
  for (const file of [...authorities, 'pki/sa.key', 'pki/sa.pub', keys]) {
    write(`etc/kubernetes/${file}`);
  }
  write('backup/etcd-snapshot.db');
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

const env = () => ({
  PATH: [join(root, 'bin'), dirname(restic), '/usr/bin', '/bin'].join(':'),
  ETCD_HOSTNAME: 'metal-0',
  RESTIC_REPOSITORY: join(root, 'repository'),
  RESTIC_PASSWORD: 'not secret in a test',
  RESTIC_CACHE_DIR: join(root, 'cache'),
});

/** Puts a program in the place of restic. */
const playRestic = (text: string) => {
  write('bin/restic', `#!/bin/sh\n${text}\n`, 0o755);
};

const upload = () => {
  const args = ['-c', backupCommands(root).upload];
  const { stderr, status } = spawnSync('sh', args, { encoding: 'utf8', env: env() });
  return { stderr, status };
};

const said = () => readFileSync(join(root, 'said'), 'utf8');

/**
 * Returns the files of the repository in one of its folders, without those that restic still writes.
 *
 * @see https://github.com/restic/restic/blob/v0.18.1/internal/backend/local/local.go (`Save`)
 */
const stored = (kind: 'locks' | 'snapshots') => {
  const folder = join(root, 'repository', kind);
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.includes('-tmp-')) : [];
};

/** Waits until a program has locked the repository, sends it a signal and returns how it ends. */
async function interrupt(program: ChildProcess, signal: NodeJS.Signals) {
  const ended = new Promise<number | string | null>((resolve) => {
    program.on('close', (code, by) => {
      resolve(code ?? by);
    });
  });
  while (stored('locks').length === 0) {
    if (program.exitCode !== null) throw new Error(`it has ended with ${program.exitCode}`);
    await setTimeout(50);
  }
  program.kill(signal);
  return ended;
}

test('a backup contains the etcd snapshot, the certificate authorities and the encryption keys of Secrets', () => {
  playRestic(`echo "$@" >> ${root}/said`);
  expect(upload()).toEqual({ stderr: '', status: 0 });
  const saved = readdirSync(join(root, 'backup'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + '/backup/'.length))
    .sort();
  expect(saved).toEqual([
    'encryption-providers/encryption-providers.yaml',
    'etcd-snapshot.db',
    'pki/etcd/ca.crt',
    'pki/etcd/ca.key',
    'pki/kubernetes/ca.crt',
    'pki/kubernetes/ca.key',
    'pki/kubernetes/front-proxy-ca.crt',
    'pki/kubernetes/front-proxy-ca.key',
    'pki/kubernetes/sa.key',
    'pki/kubernetes/sa.pub',
  ]);
  expect(said()).toBe(
    'cat config --no-lock -q\nunlock -q\n' +
      `backup --tag=etcd --host=metal-0 ${root}/backup\nforget --prune --keep-last 48\n`,
  );
});

test('a repository that cannot be opened is not made anew', () => {
  playRestic(`echo "$@" >> ${root}/said; exit 12`);
  expect(upload().status).toBe(12);
  expect(said()).toBe('cat config --no-lock -q\n');
});

// Proves: infra-cluster.backup
test(
  'a backup is made after a run that was killed while nobody else could use the repository',
  async () => {
    expect(upload()).toMatchObject({ status: 0 });
    const slow = ['check', '--read-data', '--limit-download', '1'];
    expect(await interrupt(spawn(restic, slow, { env: env() }), 'SIGKILL')).toBe('SIGKILL');
    expect(stored('locks')).toHaveLength(1);
    expect(upload()).toEqual({ stderr: '', status: 0 });
    expect(stored('snapshots')).toHaveLength(2);
    expect(stored('locks')).toEqual([]);
  },
  patience,
);

test(
  'SIGTERM reaches restic, which removes its lock',
  async () => {
    // At 1 KiB/s the backup is still running when the signal comes, and ends soon after it.
    write('backup/etcd-snapshot.db', randomBytes(15_000).toString('hex'));
    playRestic(
      `case $1 in backup) exec ${restic} --limit-upload 1 "$@" ;; *) exec ${restic} "$@" ;; esac`,
    );
    const run = spawn('sh', ['-c', backupCommands(root).upload], { env: env() });
    expect(await interrupt(run, 'SIGTERM')).toBe(143);
    expect([stored('locks'), stored('snapshots')]).toEqual([[], []]);
  },
  patience,
);

test('the CronJob has the name by which the alert knows it', () => {
  expect(backupAddon).toContain(`kind: CronJob\nmetadata:\n  name: ${infraBackupJob}\n`);
});

test('the addon names the version of KubeOne that Strata drives', () => {
  expect(backupAddon).toContain(`addon backups-restic of ${kubeoneRelease.version} `);
});

test('the container mounts the encryption keys read-only', () => {
  const [, containers = ''] = backupAddon.split('\n          containers:\n');
  expect(containers).toContain(
    [
      '            - mountPath: /etc/kubernetes/encryption-providers',
      '              name: host-encryption-providers',
      '              readOnly: true',
    ].join('\n'),
  );
});
