// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { named, providerAnswers, recordProgram, valueOf } from '@strata/testing';
import type { ControlPlaneKeys } from '../bootstrap/index.ts';
import { testContext } from '../test-context.ts';
import { Backup } from './index.ts';
import type { BackupArgs } from './index.ts';
import { contextWith, labels, s3, toVolume } from './testing/backup-context.ts';

const keys = { certificatePem: 'AUTHORITY', privateKeyPem: 'ITS KEY', trustedPem: 'TRUSTED' };
const owner = { apiVersion: 'v1', kind: 'Namespace', name: 'cluster-demo', uid: 'u' };

const record = (change: object, more: Partial<BackupArgs> = {}) =>
  recordProgram(
    () => {
      const contents = { deletedWith: new core.v1.Namespace('namespace', {}) };
      const secrets = pulumi.secret({ etcd: keys } as ControlPlaneKeys);
      const parent = new pulumi.ComponentResource('test:Parent', 'parent');
      const args = { ...contextWith(change), keys: secrets, contents, owner, ...more };
      return new Backup('backup', args, { parent });
    },
    { outputs: (type) => providerAnswers[type] ?? {} },
  );

const strata = { 'pulumi.com/patchFieldManager': 'strata' };
const metadata = (name: string, annotations: object = {}) => ({
  name,
  namespace: 'cluster-demo',
  labels,
  annotations: { ...strata, ...annotations },
});

// Proves: backups.etcd
test('the job comes after its files, its volume and the Service of etcd; all go with the namespace', async () => {
  const recording = await record(toVolume);
  const job = named(recording, 'backup-job');
  expect(job).toMatchObject({ parent: 'backup', deletedWith: 'namespace' });
  expect(job.inputs.metadata).toEqual(metadata('etcd-backup'));
  expect(job.dependsOn).toEqual(
    expect.arrayContaining([
      'backup-client',
      'backup-etcd',
      'backup-settings',
      'backup-store',
      'backup-volume',
    ]),
  );
  expect(named(recording, 'backup')).toMatchObject({
    type: 'strata:user-cluster:Backup',
    parent: 'parent',
  });
  const etcd = named(recording, 'backup-etcd');
  expect(etcd).toMatchObject({ parent: 'backup', deletedWith: 'namespace' });
  expect(etcd.inputs).toMatchObject({
    metadata: metadata('etcd', { 'pulumi.com/skipAwait': 'true' }),
    spec: {
      selector: {
        'cluster.x-k8s.io/cluster-name': 'demo',
        'cluster.x-k8s.io/role': 'control-plane',
      },
      sessionAffinity: 'ClientIP',
      ports: [{ name: 'clients', port: 2379, targetPort: 2379, protocol: 'TCP' }],
    },
  });
  const volume = named(recording, 'backup-volume');
  expect(volume).toMatchObject({ parent: 'backup', deletedWith: 'namespace' });
  expect(volume.inputs.metadata).toEqual(
    metadata('etcd-backup', { 'pulumi.com/skipAwait': 'true' }),
  );
});

// Proves: backups.etcd
test('etcd knows the backup by a certificate of its authority, which only the Secret has', async () => {
  const recording = await record({ target: { s3 } });
  const certificate = named(recording, 'backup-certificate');
  expect(certificate).toMatchObject({ parent: 'backup' });
  expect(certificate.inputs).toMatchObject({
    authorityCertificatePem: 'AUTHORITY',
    authorityKeyPem: 'ITS KEY',
    commonName: 'strata-backup',
    organizations: ['demo'],
    usages: ['client'],
    lifetimeDays: 365,
  });
  expect(certificate.secretInputs).toEqual(['authorityKeyPem']);
  const client = named(recording, 'backup-client');
  expect(client).toMatchObject({ parent: 'backup', deletedWith: 'namespace' });
  expect(client.inputs).toMatchObject({
    metadata: metadata('etcd-backup-client'),
    stringData: { 'ca.crt': 'TRUSTED', 'client.crt': 'CERTIFICATE', 'client.key': 'KEY' },
  });
  const store = named(recording, 'backup-store');
  expect(store.inputs).toMatchObject({ metadata: metadata('etcd-backup-store') });
  expect(store.inputs.stringData).toEqual({
    password: 'a2V5',
    accessKeyId: 'the-id',
    secretKey: 'the-secret',
  });
  expect([client.secretInputs, store.secretInputs]).toEqual([['stringData'], ['stringData']]);
  expect(named(recording, 'backup-settings').inputs).toMatchObject({
    metadata: metadata('etcd-backup'),
    data: { 'store.sh': expect.stringMatching(/^#!\/bin\/sh\n/) as string },
  });
  const password = named(recording, 'backup-password');
  expect(password).toMatchObject({ parent: 'backup', protect: true, inputs: { bytes: 32 } });
  const { ends, users } = recording.result;
  expect(users).toHaveLength(1);
  expect(ends.map(({ credential, warningDays }) => [credential, warningDays])).toEqual([
    ['certificate of backups', 20],
  ]);
  expect(await valueOf(pulumi.output(ends[0]?.end))).toBe('2027-01-01T00:00:00.000Z');
});

test('keys of a Secret of others are in no Secret of the backup', async () => {
  const credentials = { secretName: 'theirs' };
  const recording = await record({ target: { s3: { ...s3, credentials } } });
  expect(named(recording, 'backup-store').inputs.stringData).toEqual({ password: 'a2V5' });
});

// Proves: backups.etcd
test('the age at which backups are late is told beside Prometheus, once there are some', async () => {
  const rule = named(await record(toVolume), 'backup-late');
  expect(rule).toMatchObject({ parent: 'backup', dependsOn: ['backup-job'] });
  expect(rule.inputs).toMatchObject({
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: {
      ...metadata('cluster-demo-backup'),
      namespace: 'monitoring',
      ownerReferences: [owner],
    },
  });
  const series = (record: string, expr: string) => ({
    record,
    expr,
    labels: { cluster: 'demo', namespace: 'cluster-demo' },
  });
  const ofEtcd = series('strata_backup_late_after_seconds', 'vector(25200)');
  const groups = (...rules: readonly object[]) => ({
    groups: [{ name: 'strata-backup-demo', rules }],
  });
  expect(rule.inputs.spec).toEqual(groups(ofEtcd));
  // Once a day, and an hour more.
  const both = named(await record({ ...toVolume, volumes: {} }), 'backup-late');
  expect(both.inputs.spec).toEqual(
    groups(ofEtcd, series('strata_volume_backup_late_after_seconds', 'vector(90000)')),
  );
  const { platform } = testContext();
  const { resources } = await record(toVolume, {
    platform: { ...platform, monitoring: undefined },
  });
  expect(resources.map(({ name }) => name)).not.toContain('backup-late');
});

test('a volume stays in its class, and a new one has that of the configuration or of the platform', async () => {
  const classOf = async (volume: object, className?: string) => {
    const backupVolume =
      className === undefined ? {} : { backupVolume: { className, sizeGiB: 40 } };
    const recording = await record(
      { target: { volume: { sizeGiB: 40, ...volume } } },
      backupVolume,
    );
    return (named(recording, 'backup-volume').inputs.spec as { storageClassName: string })
      .storageClassName;
  };
  expect(await classOf({})).toBe('fast');
  expect(await classOf({ storageClass: 'small' })).toBe('small');
  expect(await classOf({ storageClass: 'small' }, 'old')).toBe('old');
  // A claim without a class.
  expect(await classOf({ storageClass: 'small' }, '')).toBe('small');
});
