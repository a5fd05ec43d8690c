// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import {
  excessiveRights,
  named,
  providerAnswers,
  recordProgram,
  strayImages,
} from '@strata/testing';
import { UserCluster } from '../index.ts';
import { mirrored, testContext } from '../test-context.ts';
import type { Change } from '../test-context.ts';
import { renderIsolation } from '../tenancy/render-isolation.ts';
import { renderDriverConfig } from '../storage/driver-config.ts';

const backup = (volumes: object = {}) => ({
  backup: { target: { volume: { sizeGiB: 20 } }, volumes },
});

const record = (change: Change) =>
  recordProgram(
    () => {
      const context = testContext({ cni: { type: 'none' }, ...change }, mirrored);
      const infraKubeconfig = pulumi.secret('infra');
      return new UserCluster('demo', { ...context, infraKubeconfig, manifests: {} });
    },
    { outputs: (type) => providerAnswers[type] ?? {} },
  );

// Each takes a second to render. Tests read these, and do not change them.
const without = await record({ backup: { target: { volume: { sizeGiB: 20 } } } });
const daily = await record(backup());
const of = (name: string) => named(daily, `demo-services-volume-backup-${name}`);

// Proves: volumes.backup
test('snapshots of volumes add a job with an account of its own, and change no machine', () => {
  const namesOf = ({ resources }: typeof daily) => resources.map(({ name }) => name);
  const more = namesOf(daily).filter((name) => !namesOf(without).includes(name));
  expect(more.toSorted()).toEqual([
    'demo-ground-isolation-volume-backup',
    'demo-services-volume-backup-account',
    'demo-services-volume-backup-job',
    'demo-services-volume-backup-role',
    'demo-services-volume-backup-role-binding',
    'demo-services-volume-backup-settings',
  ]);
  expect(namesOf(without).filter((name) => !namesOf(daily).includes(name))).toEqual([]);
});

// Proves: volumes.backup
test('the job has the fewest rights, its script, and a run at a time', () => {
  expect(of('role').inputs).toMatchObject({
    rules: [
      { apiGroups: [''], resources: ['persistentvolumeclaims'], verbs: ['list'] },
      {
        apiGroups: ['snapshot.storage.k8s.io'],
        resources: ['volumesnapshots'],
        verbs: ['list', 'create', 'delete'],
      },
    ],
  });
  expect(excessiveRights(of('role'))).toEqual([]);
  expect(strayImages(of('job'), mirrored.registryMirror)).toEqual([]);
  const { spec } = of('job').inputs as {
    spec: {
      jobTemplate: { spec: { template: { spec: { containers: { command: string[] }[] } } } };
    };
  };
  expect(spec).toMatchObject({
    schedule: '0 2 * * *',
    timeZone: 'Etc/UTC',
    concurrencyPolicy: 'Forbid',
    startingDeadlineSeconds: 3600,
    jobTemplate: {
      spec: {
        backoffLimit: 1,
        activeDeadlineSeconds: 3600,
        template: {
          metadata: { labels: { 'strata.dev/component': 'volume-backup' } },
          spec: { serviceAccountName: 'volume-backup', restartPolicy: 'Never' },
        },
      },
    },
  });
  const [container] = spec.jobTemplate.spec.template.spec.containers;
  expect(container?.command).toEqual([
    '/bin/sh',
    '/etc/volume-backup/snapshot-volumes.sh',
    'demo',
    '7',
    'fast=fast',
  ]);
});

// Proves: volumes.backup
test('Prometheus knows when the last snapshots are late: an hour after the next ones were due', () => {
  const { spec } = named(daily, 'demo-services-backup-late').inputs as {
    spec: { groups: [{ rules: object[] }] };
  };
  const labels = { cluster: 'demo', namespace: 'cluster-demo' };
  expect(spec.groups[0].rules).toEqual([
    { record: 'strata_backup_late_after_seconds', expr: `vector(${7 * 3600})`, labels },
    { record: 'strata_volume_backup_late_after_seconds', expr: `vector(${25 * 3600})`, labels },
  ]);
});

test('the pod may reach the API of the infra cluster, and nothing else', () => {
  const infraApi = { addresses: ['10.96.0.1'], ports: [443] };
  expect(renderIsolation({ ...testContext(backup()), infraApi })['volume-backup']).toEqual({
    podSelector: {
      matchExpressions: [
        { key: 'strata.dev/component', operator: 'In', values: ['volume-backup'] },
      ],
    },
    policyTypes: ['Egress'],
    egress: [
      { to: [{ ipBlock: { cidr: '10.96.0.1/32' } }], ports: [{ protocol: 'TCP', port: 443 }] },
    ],
  });
});

test('a class that names its snapshots for backups alone offers none inside', () => {
  const storage = { classes: [{ name: 'a', infraClass: 'fast', snapshotClass: 'fast' }] };
  const { infraStorageClassEnforcement } = renderDriverConfig(
    testContext({ ...backup(), storage }),
  );
  expect(JSON.parse(infraStorageClassEnforcement)).toMatchObject({ storageSnapshotMapping: [] });
});
