// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { testConfig, testContext } from '../../test-context.ts';
import { renderBackupJob } from '../render-backup-job.ts';
import { backupPodOf } from './backup-pod.ts';
import { renderRestoreJob } from './render-restore-job.ts';
import type { RestoreRequest } from './restore-request.ts';

const s3 = {
  endpoint: 'https://s3.example.org',
  bucket: 'backups',
  credentials: { secretName: 'keys' },
};

/** Returns the pod that makes backups to a place. */
function podOf(target: object) {
  const { backup } = testConfig({ backup: { target } });
  const pod = backup && backupPodOf({ spec: renderBackupJob(testContext(), backup) });
  if (pod === undefined) throw new Error('there is no pod of backups');
  return pod;
}

const requests: Readonly<Record<string, RestoreRequest>> = {
  s3: {
    id: 'abc',
    host: 'sandbox.demo',
    asked: 1_770_000_000_000,
    members: [
      {
        name: 'cp-0',
        claim: 'cp-0-etcd',
        volumeMode: 'Block',
        peerUrl: 'https://127.0.0.1:2380',
      },
    ],
  },
  volume: {
    id: 'def',
    host: 'sandbox.demo',
    asked: 1_770_000_000_001,
    members: [0, 1, 2].map((index) => ({
      name: `cp-${index}`,
      claim: `cp-${index}-etcd`,
      volumeMode: index === 1 ? 'Block' : 'Filesystem',
      peerUrl: `https://10.9.0.1${index}:2380`,
    })),
    withoutFormer: ['cp-0', 'cp-2'],
  },
};

/** Returns the file for a value without the text of scripts, which have tests of their own. */
const plain = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (_, one: unknown) =>
      typeof one === 'string' && one.startsWith('#!/bin/sh\n') ? 'SCRIPT' : one,
    ),
  ) as unknown;

const tolerations = [{ key: 'storage', operator: 'Exists' }];

// The file shows a reviewer what is made in the namespace of a cluster to restore a backup.
// Proves: backups.restore
test('the Jobs that write a backup to disks are those that restore-jobs.yaml shows', () => {
  const parts = { diskImage: 'registry.example.org/with-mke2fs:1' };
  const [single, three] = [requests.s3, requests.volume];
  if (single === undefined || three === undefined) throw new Error('no requests');
  const jobs = {
    s3: renderRestoreJob({ ...parts, backup: podOf({ s3 }) }, single, 'cluster-demo'),
    volume: renderRestoreJob(
      { ...parts, tolerations, backup: podOf({ volume: { sizeGiB: 5 } }) },
      three,
      'cluster-demo',
    ),
  };
  const shown = readFileSync(new URL('restore-jobs.yaml', import.meta.url), 'utf8');
  expect(plain(jobs)).toStrictEqual(parse(shown));
});

const container = { name: 'store', image: 'restic' };
const cronJob = (initContainers: readonly object[], containers: readonly object[]) => ({
  spec: {
    jobTemplate: {
      spec: {
        template: {
          metadata: { labels: { a: 'b' } },
          spec: { initContainers, containers, volumes: [{ name: 'snapshot' }] },
        },
      },
    },
  },
});
const verify = { name: 'verify', image: 'etcd' };

test('a pod of backups has a container that verifies and one that stores, and nothing else is needed', () => {
  const other = { name: 'other', image: 'other' };
  expect(backupPodOf(cronJob([other, verify], [other, container]))).toEqual({
    labels: { a: 'b' },
    etcdImage: 'etcd',
    store: { ...container, env: [], volumeMounts: [] },
    volumes: [{ name: 'snapshot' }],
  });
  expect(backupPodOf(cronJob([other], [container]))).toBeUndefined();
  expect(backupPodOf(cronJob([verify], [other]))).toBeUndefined();
});

test('restic has small resources where the job of backups has none', () => {
  const backup = backupPodOf(cronJob([verify], [container]));
  if (backup === undefined || requests.s3 === undefined) throw new Error('no pod');
  const job = renderRestoreJob({ backup, diskImage: 'image' }, requests.s3, 'cluster-demo');
  const fetch = job.spec.template.spec.initContainers.find(({ name }) => name === 'fetch');
  expect(fetch?.resources).toEqual({
    requests: { cpu: '50m', memory: '64Mi' },
    limits: { memory: '512Mi' },
  });
});
