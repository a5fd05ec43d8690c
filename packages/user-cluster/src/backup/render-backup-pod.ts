// SPDX-License-Identifier: Apache-2.0
import type { types } from '@pulumi/kubernetes';
import { backupJob } from '@strata/contracts';
import { restrictedContainer, restrictedPod } from '../cloud/restricted-pod.ts';
import { tenantImage } from '../cloud/tenant-images.ts';
import type { ClusterContext } from '../cluster-context.ts';
import type { BackupConfig } from '../config/index.ts';
import { lateAfterSeconds } from './backup-times.ts';
import { etcdName, etcdPort } from './etcd-endpoint.ts';
import { keptCount } from './kept-count.ts';
import { repositoryOf, volumeFolder } from './repository.ts';

type Container = types.input.core.v1.Container;

/** Names of the objects that the pod reads. */
export const backupObjects = {
  /** ConfigMap with the script, and with the authority of the S3 server if there is one. */
  settings: backupJob,
  /** Secret with the certificate by which etcd knows the backup. */
  client: `${backupJob}-client`,
  /** Secret with the password of the backups, and with the credentials of the S3 server. */
  store: `${backupJob}-store`,
  /** PersistentVolumeClaim of backups in a volume. */
  volume: backupJob,
} as const;

/** Files in these objects. */
export const backupFiles = {
  script: 'store.sh',
  authority: 'authority.pem',
  password: 'password',
  etcdAuthority: 'ca.crt',
  certificate: 'client.crt',
  key: 'client.key',
} as const;

const folders = {
  snapshot: '/snapshot',
  settings: '/etc/backup/settings',
  client: '/etc/backup/client',
  store: '/etc/backup/store',
  scratch: '/tmp',
} as const;

/**
 * Space on the host in GiB: etcd holds at most 2, which are saved and then restored as a trial; the rest
 * is its log, and restic's cache.
 */
const space = { snapshot: 6, scratch: 2 } as const;

const mounts = {
  snapshot: { name: 'snapshot', mountPath: folders.snapshot },
  settings: { name: 'settings', mountPath: folders.settings, readOnly: true },
  client: { name: 'client', mountPath: folders.client, readOnly: true },
  store: { name: 'store', mountPath: folders.store, readOnly: true },
  scratch: { name: 'scratch', mountPath: folders.scratch },
} as const;

const snapshot = `${folders.snapshot}/etcd.db`;

/** Memory of restic grows with the repository's index, which is small here. */
const sizes = {
  etcd: { requests: { cpu: '50m', memory: '64Mi' }, limits: { memory: '512Mi' } },
  restic: { requests: { cpu: '50m', memory: '128Mi' }, limits: { memory: '512Mi' } },
};

/**
 * Renders the pod that makes one backup. Each of its steps is a program of etcd's or restic's own, and
 * the next one begins only when it has gone well:
 *
 * - `health`: the member has a majority, for it can read any key, which need not be there. A member that
 *   has lost the others would save what it once knew.
 * - `save`: a snapshot of that member.
 * - `verify`: no page of it is damaged.
 * - `try`: it can be restored, and its checksum is right.
 * - `store`: scripts/store.sh.
 */
export function renderBackupPod(context: ClusterContext, backup: BackupConfig) {
  const { platform } = context;
  const image = tenantImage(platform, 'etcd');
  const ofEtcd = (name: string, ...command: readonly string[]): Container => ({
    name,
    image,
    command: [...command],
    securityContext: restrictedContainer,
    resources: sizes.etcd,
    volumeMounts: [mounts.snapshot, ...(command[0] === 'etcdctl' ? [mounts.client] : [])],
  });
  const etcdctl = [
    'etcdctl',
    `--endpoints=https://${etcdName(context.namespace)}:${etcdPort}`,
    `--cacert=${folders.client}/${backupFiles.etcdAuthority}`,
    `--cert=${folders.client}/${backupFiles.certificate}`,
    `--key=${folders.client}/${backupFiles.key}`,
  ];
  return {
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    // It needs nothing of the other Services in the namespace.
    enableServiceLinks: false,
    securityContext: restrictedPod,
    initContainers: [
      // `endpoint health` would refuse a full etcd, too, which needs a backup before anybody deletes in it.
      ofEtcd('health', ...etcdctl, 'get', 'health'),
      ofEtcd('save', ...etcdctl, 'snapshot', 'save', snapshot),
      ofEtcd('verify', 'etcdutl', 'snapshot', 'status', snapshot, '--write-out=json'),
      ofEtcd('try', 'etcdutl', 'snapshot', 'restore', snapshot, '--data-dir=/snapshot/tried'),
    ],
    containers: [renderStore(context, backup)],
    volumes: renderVolumes(backup),
  };
}

function renderStore(context: ClusterContext, backup: BackupConfig): Container {
  const { target, retention } = backup;
  const { days } = retention;
  // restic counts days back from the newest backup, so a few of a host whose clock is ahead would make all
  // others too old.
  // https://restic.readthedocs.io/en/v0.18.1/060_forget.html#removing-snapshots-according-to-a-policy
  const count = keptCount(backup);
  const value = (name: string, text: string) => ({ name, value: text });
  return {
    name: 'store',
    image: tenantImage(context.platform, 'restic'),
    command: [
      '/bin/sh',
      `${folders.settings}/${backupFiles.script}`,
      snapshot,
      `${context.environment}.${context.cluster}`,
      `${lateAfterSeconds(backup)}`,
      ...(count === 0 ? [] : ['--keep-last', `${count}`]),
      ...(days === undefined ? [] : ['--keep-within', `${days}d`]),
    ],
    env: [
      value('RESTIC_REPOSITORY', repositoryOf(backup, context)),
      value('RESTIC_PASSWORD_FILE', `${folders.store}/${backupFiles.password}`),
      value('RESTIC_CACHE_DIR', `${folders.scratch}/cache`),
      value('TMPDIR', folders.scratch),
      ...renderS3(target.s3),
    ],
    securityContext: restrictedContainer,
    resources: sizes.restic,
    volumeMounts: [
      { ...mounts.snapshot, readOnly: true },
      mounts.settings,
      mounts.store,
      mounts.scratch,
      ...(target.volume === undefined ? [] : [{ name: 'backups', mountPath: volumeFolder }]),
    ],
  };
}

function renderS3(s3: BackupConfig['target']['s3']) {
  if (s3 === undefined) return [];
  const secret = s3.credentials.secretName ?? backupObjects.store;
  const key = (name: string, from: string) => ({
    name,
    valueFrom: { secretKeyRef: { name: secret, key: from } },
  });
  return [
    { name: 'AWS_DEFAULT_REGION', value: s3.region },
    key('AWS_ACCESS_KEY_ID', 'accessKeyId'),
    key('AWS_SECRET_ACCESS_KEY', 'secretKey'),
    ...(s3.authority === undefined
      ? []
      : [{ name: 'RESTIC_CACERT', value: `${folders.settings}/${backupFiles.authority}` }]),
  ];
}

function renderVolumes({ target }: BackupConfig): types.input.core.v1.Volume[] {
  // The pod's own group may read them, and nobody else.
  const secret = (name: string, secretName: string, ...files: readonly string[]) => ({
    name,
    secret: {
      secretName,
      defaultMode: 0o440,
      items: files.map((file) => ({ key: file, path: file })),
    },
  });
  const { certificate, etcdAuthority, key, password } = backupFiles;
  return [
    { name: 'snapshot', emptyDir: { sizeLimit: `${space.snapshot}Gi` } },
    { name: 'scratch', emptyDir: { sizeLimit: `${space.scratch}Gi` } },
    { name: 'settings', configMap: { name: backupObjects.settings } },
    secret('client', backupObjects.client, etcdAuthority, certificate, key),
    secret('store', backupObjects.store, password),
    ...(target.volume === undefined
      ? []
      : [{ name: 'backups', persistentVolumeClaim: { claimName: backupObjects.volume } }]),
  ];
}
