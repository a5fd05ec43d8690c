// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { core } from '@pulumi/kubernetes';
import { named, recordProgram } from '@strata/testing';
import { fastStorage } from '../test-platform.ts';
import { testContext } from '../test-context.ts';
import { createVolumeBackup } from './index.ts';
import { renderVolumeBackup } from './render-volume-backup.ts';
import { snapshotClassChoice } from './snapshot-class-choice.ts';

const context = testContext({ backup: { target: { volume: { sizeGiB: 20 } }, volumes: {} } });
const volumes = context.config.backup?.volumes;
if (volumes === undefined) throw new Error('the configuration has no snapshots of volumes');

const labels = {
  'app.kubernetes.io/managed-by': 'strata',
  'app.kubernetes.io/part-of': 'demo',
  'cluster.x-k8s.io/cluster-name': 'demo',
  'strata.dev/environment': 'sandbox',
};
const ofJob = { ...labels, 'strata.dev/component': 'volume-backup' };

// Proves: volumes.backup
test('a run has an hour, its script and lists in memory, and ends for good after its second pod', () => {
  expect(renderVolumeBackup(context, volumes)).toEqual({
    schedule: '0 2 * * *',
    timeZone: 'Etc/UTC',
    concurrencyPolicy: 'Forbid',
    startingDeadlineSeconds: 3600,
    successfulJobsHistoryLimit: 1,
    failedJobsHistoryLimit: 3,
    jobTemplate: {
      metadata: { labels: ofJob },
      spec: {
        backoffLimit: 1,
        activeDeadlineSeconds: 3600,
        template: {
          metadata: { labels: ofJob },
          spec: {
            restartPolicy: 'Never',
            serviceAccountName: 'volume-backup',
            automountServiceAccountToken: true,
            enableServiceLinks: false,
            securityContext: {
              runAsNonRoot: true,
              runAsUser: 65_534,
              runAsGroup: 65_534,
              fsGroup: 65_534,
              seccompProfile: { type: 'RuntimeDefault' },
            },
            containers: [
              {
                name: 'snapshots',
                image: expect.stringContaining('livenessprobe') as string,
                command: [
                  '/bin/sh',
                  '/etc/volume-backup/snapshot-volumes.sh',
                  'demo',
                  '7',
                  'fast=fast',
                ],
                env: [
                  {
                    name: 'RUN',
                    valueFrom: {
                      fieldRef: { fieldPath: "metadata.labels['batch.kubernetes.io/job-name']" },
                    },
                  },
                  { name: 'PATIENCE', value: '1500' },
                ],
                securityContext: {
                  allowPrivilegeEscalation: false,
                  readOnlyRootFilesystem: true,
                  capabilities: { drop: ['ALL'] },
                },
                resources: {
                  requests: { cpu: '10m', memory: '32Mi' },
                  limits: { memory: '128Mi' },
                },
                volumeMounts: [
                  { name: 'settings', mountPath: '/etc/volume-backup', readOnly: true },
                  { name: 'scratch', mountPath: '/run/volumes' },
                ],
              },
            ],
            volumes: [
              { name: 'settings', configMap: { name: 'volume-backup' } },
              { name: 'scratch', emptyDir: { medium: 'Memory' } },
            ],
          },
        },
      },
    },
  });
});

test('of several classes with one class of the infra cluster the first decides, and what has no snapshots is left out', () => {
  const classes = [
    { name: 'a', infraClass: 'fast', snapshotClass: 'first' },
    { name: 'b', infraClass: 'fast', snapshotClass: 'second' },
    { name: 'z', infraClass: 'slow', snapshotClass: 'of-slow' },
    { name: 'c', infraClass: 'none' },
    { name: 'd', infraClass: 'gone' },
  ];
  const platform = {
    storageClasses: ['fast', 'slow', 'none'].map((name) => ({
      ...fastStorage,
      name,
      snapshotClasses: name === 'fast' ? ['of-fast'] : [],
    })),
  };
  const several = testContext({ storage: { classes } }, platform);
  const { jobTemplate } = renderVolumeBackup(several, volumes) as {
    readonly jobTemplate: {
      readonly spec: {
        readonly template: {
          readonly spec: {
            readonly containers: readonly { readonly command: readonly string[] }[];
          };
        };
      };
    };
  };
  expect(jobTemplate.spec.template.spec.containers[0]?.command.slice(4)).toEqual([
    'fast=first',
    'slow=of-slow',
  ]);
});

const nobody = { name: 'kubevirt', infraClass: 'fast' };

test('a class that is named counts, whatever the platform knows', () => {
  const infra = { provisioner: 'rbd.csi.ceph.com', snapshotClasses: ['one'] };
  expect(snapshotClassChoice(nobody, infra)).toEqual({ snapshotClass: 'one' });
  expect(snapshotClassChoice({ ...nobody, snapshotClass: 'other' }, infra)).toEqual({
    snapshotClass: 'other',
  });
});

test.each([
  [undefined, 'the platform does not say which VolumeSnapshotClasses "fast" has: '],
  [[], 'volumes of the storage class "kubevirt" can have no snapshots: '],
  [['one', 'two'], '"fast" has several VolumeSnapshotClasses on the infra cluster (one, two): '],
])('of the snapshot classes %j none is chosen', (snapshotClasses, start) => {
  const choice = snapshotClassChoice(nobody, { provisioner: 'rbd.csi.ceph.com', snapshotClasses });
  expect(choice).toEqual({ problem: expect.stringContaining(start) as string });
});

// Proves: volumes.backup
test('the job comes after its account, rights and script, and all go with the namespace', async () => {
  const recording = await recordProgram(() => {
    const namespace = new core.v1.Namespace('namespace', {});
    const parent = new pulumi.ComponentResource('test:Parent', 'parent');
    createVolumeBackup(
      'backup',
      { ...context, volumes, contents: { deletedWith: namespace } },
      { parent },
    );
  });
  const metadata = {
    name: 'volume-backup',
    namespace: 'cluster-demo',
    labels,
    annotations: { 'pulumi.com/patchFieldManager': 'strata' },
  };
  const made = recording.resources.filter(({ name }) => name.startsWith('backup-'));
  expect(made).toHaveLength(5);
  for (const { deletedWith, inputs, parent } of made) {
    expect({ deletedWith, metadata: inputs.metadata, parent }).toEqual({
      deletedWith: 'namespace',
      metadata,
      parent: 'parent',
    });
  }
  expect(named(recording, 'backup-account').inputs.automountServiceAccountToken).toBe(false);
  expect(named(recording, 'backup-role').inputs.rules).toEqual([
    { apiGroups: [''], resources: ['persistentvolumeclaims'], verbs: ['list'] },
    {
      apiGroups: ['snapshot.storage.k8s.io'],
      resources: ['volumesnapshots'],
      verbs: ['list', 'create', 'delete'],
    },
  ]);
  const binding = named(recording, 'backup-role-binding');
  expect(binding.inputs).toMatchObject({
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'volume-backup' },
    subjects: [{ kind: 'ServiceAccount', name: 'volume-backup', namespace: 'cluster-demo' }],
  });
  expect(binding.dependsOn).toEqual(['backup-role']);
  expect(named(recording, 'backup-job').dependsOn).toEqual([
    'backup-account',
    'backup-role-binding',
    'backup-settings',
  ]);
  const { data } = named(recording, 'backup-settings').inputs as {
    readonly data: Readonly<Record<string, string>>;
  };
  expect(Object.keys(data)).toEqual(['snapshot-volumes.sh']);
  expect(data['snapshot-volumes.sh']).toMatch(/^#!\/bin\/sh\n/);
});
