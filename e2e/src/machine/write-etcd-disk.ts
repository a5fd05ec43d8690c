// SPDX-License-Identifier: Apache-2.0
import { renderRestoreJob } from '@strata/user-cluster/restore';
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Arguments of {@link writeEtcdDisk}. */
export interface DiskToWrite {
  /** Folder that has the backup, as `etcd.db`. */
  readonly folder: string;
  /** Name of the control plane, which is the only one. */
  readonly name: string;
  /** Path of the image of its disk of etcd. */
  readonly disk: string;
  /** Path of etcdutl. */
  readonly etcdutl: string;
}

/** Parts of the pod of backups, of which the containers that are run here need none. */
const backup = {
  labels: {},
  etcdImage: 'etcd',
  store: { name: 'store', image: 'restic', env: [], volumeMounts: [] },
  volumes: [],
};

/**
 * Writes a backup to the disk of etcd of a control plane that is off: runs the two containers of the Job
 * of `strata restore` that do it, as programs of this host with files in the place of volumes.
 *
 * @returns what they say.
 */
export async function writeEtcdDisk({ folder, name, disk, etcdutl }: DiskToWrite) {
  const member = {
    name,
    claim: 'etcd',
    volumeMode: 'Filesystem',
    peerUrl: 'https://127.0.0.1:2380',
  } as const;
  const request = { id: 'backup', host: 'real.cluster', asked: Date.now(), members: [member] };
  const { spec } = renderRestoreJob({ backup, diskImage: 'with-mke2fs' }, request, 'cluster-real');
  const { containers, initContainers } = spec.template.spec;
  await mkdir(join(folder, 'restored'), { recursive: true });
  const wanted = [`restore-${name}`, 'write'];
  const said: string[] = [];
  for (const one of [...initContainers, ...containers].filter((it) => wanted.includes(it.name))) {
    const [program = '', ...args] = one.command.map((word) =>
      word
        .replace(`/disks/${name}/disk.img`, disk)
        .replace(/^((?:--)?[a-z-]+=)?\/snapshot/, `$1${folder}`),
    );
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', TMPDIR: folder };
    const file = program === 'etcdutl' ? etcdutl : program;
    const { stdout, stderr } = await promisify(execFile)(file, args, { env });
    said.push(stdout, stderr);
  }
  return said.join('');
}
