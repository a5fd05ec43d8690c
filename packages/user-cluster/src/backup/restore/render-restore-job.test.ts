// SPDX-License-Identifier: Apache-2.0
import { testConfig, testContext } from '../../test-context.ts';
import { renderBackupJob } from '../render-backup-job.ts';
import { backupPodOf } from './backup-pod.ts';
import { renderRestoreJob } from './render-restore-job.ts';
import type { RestoredMember } from './restore-request.ts';

const s3 = {
  endpoint: 'https://s3.example.org',
  bucket: 'backups',
  credentials: { secretName: 'keys' },
  authority: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
};

function render(
  target: object,
  members: readonly RestoredMember[],
  more: object = {},
  asked: object = {},
) {
  const { backup } = testConfig({ backup: { target } });
  if (backup === undefined) throw new Error('there is no backup');
  const pod = backupPodOf({ spec: renderBackupJob(testContext(), backup) });
  if (pod === undefined) throw new Error('there is no pod of backups');
  const request = { id: 'abc', host: 'sandbox.demo', asked: 1_770_000_000_000, members, ...asked };
  return renderRestoreJob(
    { backup: pod, diskImage: 'with-mke2fs', ...more },
    request,
    'cluster-demo',
  );
}

const alone: RestoredMember = {
  name: 'cp-0',
  claim: 'cp-0-etcd',
  volumeMode: 'Block',
  peerUrl: 'https://127.0.0.1:2380',
};

const three = [0, 1, 2].map((index): RestoredMember => ({
  name: `cp-${index}`,
  claim: `cp-${index}-etcd`,
  volumeMode: 'Filesystem',
  peerUrl: `https://10.9.0.1${index}:2380`,
}));

/** Containers by name, without the text of scripts. */
function containersOf({ spec }: ReturnType<typeof render>) {
  const { containers, initContainers } = spec.template.spec;
  return Object.fromEntries(
    [...initContainers, ...containers].map((one) => [
      one.name,
      one.command.map((word) => (word.startsWith('#!/bin/sh\n') ? 'SCRIPT' : word)),
    ]),
  );
}

// Proves: backups.restore
test('each step of a restore is one container, and the disks are written last', () => {
  expect(containersOf(render({ s3 }, [alone]))).toEqual({
    fetch: ['restic', '--no-lock', 'restore', 'abc:/', '--target', '/snapshot'],
    verify: ['etcdutl', 'snapshot', 'status', '/snapshot/etcd.db', '--write-out=json'],
    'restore-cp-0': [
      'etcdutl',
      'snapshot',
      'restore',
      '/snapshot/etcd.db',
      '--data-dir=/snapshot/restored/cp-0',
      '--name=cp-0',
      '--initial-cluster=cp-0=https://127.0.0.1:2380',
      '--initial-advertise-peer-urls=https://127.0.0.1:2380',
      '--initial-cluster-token=restored-1770000000000',
      '--bump-revision=1770000000000',
      '--mark-compacted',
    ],
    read: [
      '/bin/sh',
      '-c',
      'SCRIPT',
      'etcd-disks.sh',
      'read',
      '1770000000000',
      '/former',
      'cp-0=/disks/cp-0',
    ],
    keep: ['/bin/sh', '-c', 'SCRIPT', 'keep-former.sh', '/former', 'sandbox.demo', '1770000000000'],
    write: [
      '/bin/sh',
      '-c',
      'SCRIPT',
      'etcd-disks.sh',
      'write',
      '1770000000000',
      '/snapshot/restored',
      'cp-0=/disks/cp-0',
    ],
  });
});

// Proves: backups.restore
test('the pod gets nothing that none of its containers has, such as the certificate for etcd', () => {
  const { containers, initContainers, volumes } = render({ s3 }, [alone]).spec.template.spec;
  const used = [...initContainers, ...containers].flatMap((one) => [
    ...one.volumeMounts.map(({ name }) => name),
    ...('volumeDevices' in one ? one.volumeDevices.map(({ name }) => name) : []),
  ]);
  expect(new Set(volumes.map(({ name }) => name))).toEqual(new Set(used));
});

// Proves: backups.restore
test('three members are one new cluster, and their images are in volumes with file systems', () => {
  const job = render({ volume: { sizeGiB: 5 } }, three);
  const containers = containersOf(job);
  expect(containers['restore-cp-1']).toEqual(
    expect.arrayContaining([
      '--name=cp-1',
      '--initial-cluster=cp-0=https://10.9.0.10:2380,cp-1=https://10.9.0.11:2380,cp-2=https://10.9.0.12:2380',
      '--initial-advertise-peer-urls=https://10.9.0.11:2380',
    ]),
  );
  expect(containers.write?.slice(-3)).toEqual([
    'cp-0=/disks/cp-0/disk.img',
    'cp-1=/disks/cp-1/disk.img',
    'cp-2=/disks/cp-2/disk.img',
  ]);
  const {
    containers: [write],
    initContainers: [read, fetch],
    volumes,
  } = job.spec.template.spec;
  expect(write?.volumeDevices).toEqual([]);
  expect(write?.volumeMounts).toEqual([
    { name: 'snapshot', mountPath: '/snapshot' },
    { name: 'scratch', mountPath: '/tmp' },
    { name: 'disk-cp-0', mountPath: '/disks/cp-0' },
    { name: 'disk-cp-1', mountPath: '/disks/cp-1' },
    { name: 'disk-cp-2', mountPath: '/disks/cp-2' },
  ]);
  // Names on a disk decide where its files are written to, so nothing of the backup is there.
  expect(read?.volumeMounts).toEqual([
    { name: 'former', mountPath: '/former' },
    { name: 'disk-cp-0', mountPath: '/disks/cp-0', readOnly: true },
    { name: 'disk-cp-1', mountPath: '/disks/cp-1', readOnly: true },
    { name: 'disk-cp-2', mountPath: '/disks/cp-2', readOnly: true },
  ]);
  expect(fetch?.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([
    '/snapshot',
    '/etc/backup/settings',
    '/etc/backup/store',
    '/tmp',
    '/backups',
  ]);
  expect(volumes).toContainEqual({ name: 'snapshot', emptyDir: { sizeLimit: '12Gi' } });
  expect(volumes).toContainEqual({ name: 'former', emptyDir: { sizeLimit: '9Gi' } });
  expect(volumes).toContainEqual({
    name: 'disk-cp-2',
    persistentVolumeClaim: { claimName: 'cp-2-etcd' },
  });
});

// Proves: backups.restore
test('the pod has no privileges, the user of disks, and the labels by which policies let backups out', () => {
  const { metadata, spec } = render({ s3 }, [alone]);
  expect(spec).toMatchObject({ suspend: true, backoffLimit: 0 });
  expect(spec.template.metadata.labels).toMatchObject({ 'strata.dev/component': 'etcd-backup' });
  expect(metadata).toMatchObject({
    name: 'etcd-restore',
    namespace: 'cluster-demo',
    annotations: {
      'strata.dev/restore-request':
        '{"id":"abc","host":"sandbox.demo","asked":1770000000000,"members":[{"name":"cp-0","claim":"cp-0-etcd","volumeMode":"Block","peerUrl":"https://127.0.0.1:2380"}]}',
    },
  });
  const { containers, initContainers, ...pod } = spec.template.spec;
  // A deadline of the Job would delete the pod, and with it what is known of the disks.
  expect(spec).not.toHaveProperty('activeDeadlineSeconds');
  expect(pod).toMatchObject({
    restartPolicy: 'Never',
    activeDeadlineSeconds: 3_600,
    automountServiceAccountToken: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 107,
      runAsGroup: 107,
      fsGroup: 107,
      seccompProfile: { type: 'RuntimeDefault' },
    },
  });
  for (const { name, securityContext } of [...initContainers, ...containers]) {
    // The files of the repository belong to the user that makes the backups.
    const isOfRepository = ['fetch', 'keep'].includes(name);
    expect([name, securityContext]).toEqual([
      name,
      {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
        ...(isOfRepository && { runAsUser: 65534, runAsGroup: 65534 }),
      },
    ]);
  }
  expect(containers[0]?.volumeDevices).toEqual([{ name: 'disk-cp-0', devicePath: '/disks/cp-0' }]);
  // Nothing is fetched where the disks may not be opened.
  expect(initContainers.map(({ name }) => name)).toEqual([
    'read',
    'fetch',
    'verify',
    'restore-cp-0',
    'keep',
  ]);
  expect(initContainers.flatMap((one) => ('env' in one ? one.env : []))).toContainEqual({
    name: 'AWS_SECRET_ACCESS_KEY',
    valueFrom: { secretKeyRef: { name: 'keys', key: 'secretKey' } },
  });
});

// Proves: backups.restore-command
test('members whose former data is given up are named', () => {
  const envOf = (withoutFormer?: readonly string[]) => {
    const { initContainers } = render(
      { s3 },
      three,
      {},
      { ...(withoutFormer && { withoutFormer }) },
    ).spec.template.spec;
    return initContainers.flatMap((one) => (one.name === 'read' && 'env' in one ? one.env : []));
  };
  expect(envOf(['cp-0', 'cp-2'])).toContainEqual({ name: 'WITHOUT_FORMER', value: 'cp-0 cp-2' });
  expect(envOf()).toEqual([{ name: 'PATH', value: '/usr/sbin:/usr/bin:/sbin:/bin' }]);
});

// Proves: backups.restore-command
test('the pod goes to hosts that the machines tolerate', () => {
  const tolerations = [{ key: 'storage', operator: 'Exists' }];
  const { spec } = render({ s3 }, [alone], { tolerations });
  expect(spec.template.spec.tolerations).toEqual(tolerations);
  expect(render({ s3 }, [alone]).spec.template.spec.tolerations).toEqual([]);
});

test('a CronJob of something else has no pod of backups', () => {
  expect(backupPodOf({ spec: {} })).toBeUndefined();
  expect(backupPodOf(undefined)).toBeUndefined();
});
