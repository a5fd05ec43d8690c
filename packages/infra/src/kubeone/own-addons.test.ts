// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { backupCommands, backupAddon } from '../../test/backup-addon.ts';
import { kubeoneRelease } from './kubeone-releases.ts';

/** Files of the certificate authorities on a control plane. */
const authorities = ['ca', 'front-proxy-ca', 'etcd/ca'].flatMap((name) => [
  `pki/${name}.crt`,
  `pki/${name}.key`,
]);
const keys = 'encryption-providers/encryption-providers.yaml';

test('a backup contains the etcd snapshot, the certificate authorities and the encryption keys of Secrets', () => {
  const root = mkdtempSync(join(tmpdir(), 'strata-backup-'));
  const write = (path: string, text = path, mode = 0o600) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, { mode });
  };
  for (const file of [...authorities, 'pki/sa.key', 'pki/sa.pub', keys]) {
    write(`etc/kubernetes/${file}`);
  }
  write('backup/etcd-snapshot.db');
  write('bin/restic', `#!/bin/sh\necho "$@" >> ${root}/said\n`, 0o755);
  const { stderr, status } = spawnSync('sh', ['-c', backupCommands(root).upload], {
    encoding: 'utf8',
    env: { PATH: `${root}/bin:/usr/bin:/bin`, ETCD_HOSTNAME: 'metal-0' },
  });
  expect([stderr, status]).toEqual(['', 0]);
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
  expect(readFileSync(join(root, 'said'), 'utf8')).toBe(
    `snapshots -q\nbackup --tag=etcd --host=metal-0 ${root}/backup\nforget --prune --keep-last 48\n`,
  );
  rmSync(root, { recursive: true });
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
