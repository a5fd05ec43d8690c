// SPDX-License-Identifier: Apache-2.0
import type { TestCluster } from '@strata/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlayedVolumes } from '../testing/played-volumes.ts';
import type { VolumesQuestion } from './command-line.ts';
import { restoreVolumes } from './restore-volumes.ts';

const snapshots = '/apis/snapshot.storage.k8s.io/v1/namespaces/cluster-shop/volumesnapshots';
const volumes = '/apis/cdi.kubevirt.io/v1beta1/namespaces/cluster-shop/datavolumes';
const claims = '/api/v1/namespaces/cluster-shop/persistentvolumeclaims';

let folder: string;
let played: PlayedVolumes;
let server: TestCluster;
let printed: string[];
let whenTold: (step: string) => void;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'restore-volumes-'));
  played = new PlayedVolumes();
  server = await played.start();
  writeFileSync(join(folder, 'kubeconfig'), server.kubeconfig);
  printed = [];
  whenTold = () => undefined;
});

afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const run = (question: Partial<VolumesQuestion> = {}, confirmed = true) => {
  const file = join(folder, 'kubeconfig');
  return restoreVolumes(
    {
      environment: 'prod',
      cluster: 'shop',
      infraFile: file,
      clusterFile: file,
      isPreview: false,
      isConfirmed: confirmed,
      ...question,
    },
    {
      env: {},
      signal: new AbortController().signal,
      tell: (step) => whenTold(step),
      print: (text) => printed.push(...text.split('\n')),
      confirm: () => Promise.resolve(false),
      pause: 1,
      now: () => 7,
    },
  );
};

/** Changes that replace one volume. */
const replaced = (name: string) => [
  `POST ${snapshots}`,
  `DELETE ${volumes}/${name}`,
  `DELETE ${claims}/${name}`,
  `POST ${volumes}`,
];

// Proves: volumes.restore
test('keeps what a volume has, then makes it anew under its name from the snapshot', async () => {
  played.add('pvc-a', 'data');
  expect(await run()).toBe(0);
  expect(played.changes).toEqual(replaced('pvc-a'));
  expect(played.made[snapshots]).toEqual({
    apiVersion: 'snapshot.storage.k8s.io/v1',
    kind: 'VolumeSnapshot',
    metadata: {
      name: 'pvc-a.before-restore-7',
      labels: {
        'app.kubernetes.io/managed-by': 'strata',
        'strata.dev/backup-run': 'before-restore-7',
      },
      annotations: {
        'strata.dev/volume-storage-class': 'fast',
        'strata.dev/volume-mode': 'Block',
        'strata.dev/volume-access-modes': 'ReadWriteOnce ReadWriteMany',
      },
    },
    spec: {
      volumeSnapshotClassName: 'snap',
      source: { persistentVolumeClaimName: 'pvc-a' },
    },
  });
  expect(played.made[volumes]).toEqual({
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataVolume',
    metadata: {
      name: 'pvc-a',
      labels: { 'cluster.x-k8s.io/cluster-name': 'shop' },
      annotations: {
        'cdi.kubevirt.io/storage.deleteAfterCompletion': 'false',
        'strata.dev/restored-from': 'pvc-a.r1',
      },
    },
    spec: {
      source: { snapshot: { namespace: 'cluster-shop', name: 'pvc-a.r1' } },
      pvc: {
        storageClassName: 'fast',
        accessModes: ['ReadWriteOnce', 'ReadWriteMany'],
        volumeMode: 'Block',
        resources: { requests: { storage: '2Gi' } },
      },
    },
  });
  expect(printed.slice(-2)).toEqual([
    'shop/data (pvc-a): restored',
    'What they had before is in the snapshots of the run before-restore-7. Start the programs again.',
  ]);
});

test('a volume that has grown since stays as large', async () => {
  played.add('pvc-a', 'data');
  played.objects[`${claims}/pvc-a`] = { spec: { resources: { requests: { storage: '5Gi' } } } };
  expect(await run()).toBe(0);
  expect(played.made[volumes]).toMatchObject({
    spec: { pvc: { resources: { requests: { storage: '5Gi' } } } },
  });
});

// Proves: volumes.restore
test('a preview, and a restore that nobody confirms, change nothing', async () => {
  played.add('pvc-a', 'data');
  expect(await run({ isPreview: true })).toBe(0);
  expect(await run({}, false)).toBe(1);
  expect(played.changes).toEqual([]);
  expect(printed[1]).toBe('  shop/data (pvc-a): as at 2027-03-08T02:00:00Z, from pvc-a.r1');
});

// Proves: volumes.restore
test('refuses a volume in use, and changes no other either', async () => {
  played.add('pvc-a', 'data');
  played.add('pvc-b', 'log');
  played.attach('pvc-b', 'md-a-0');
  await expect(run()).rejects.toThrow(
    'In use: shop/log (pvc-b) by node md-a-0. Scale what makes these pods to 0, wait until the volumes are detached, and run the same command again. Nothing is changed.',
  );
  expect(played.changes).toEqual([]);
});

// Proves: volumes.restore
test('a run that was killed after it had removed a volume makes it; one that was making it waits', async () => {
  played.add('pvc-a', 'data');
  delete played.objects[`${volumes}/pvc-a`];
  delete played.objects[`${claims}/pvc-a`];
  expect(await run()).toBe(0);
  expect(played.changes).toEqual(replaced('pvc-a').slice(1));
  played.changes.length = 0;
  played.objects[`${volumes}/pvc-a`] = {
    metadata: { uid: 'u', annotations: { 'strata.dev/restored-from': 'pvc-a.r1' } },
    status: { phase: 'CloneInProgress' },
  };
  whenTold = (step) => {
    if (step !== 'pvc-a: making it from pvc-a.r1') return;
    played.objects[`${volumes}/pvc-a`] = { metadata: { uid: 'u' }, status: { phase: 'Succeeded' } };
  };
  expect(await run()).toBe(0);
  expect(played.changes).toEqual([]);
});

// Proves: volumes.restore
test('a volume whose claim is gone gets a new claim, and its own serial number', async () => {
  played.add('pvc-gone', 'old', false);
  played.objects['/api/v1/namespaces/shop'] = {};
  played.lists['/apis/storage.k8s.io/v1/storageclasses']?.push({
    metadata: { name: 'kubevirt' },
    provisioner: 'csi.kubevirt.io',
    parameters: {
      infraStorageClassName: 'fast',
      bus: 'scsi',
      'csi.storage.k8s.io/fstype': 'xfs',
    },
    reclaimPolicy: 'Delete',
  });
  const as = { namespace: 'shop', name: 'back' };
  expect(await run({ volumes: ['pvc-gone'], as })).toBe(0);
  const newClaims = '/api/v1/namespaces/shop/persistentvolumeclaims';
  expect(played.changes).toEqual([
    ...replaced('pvc-gone').slice(1),
    `POST ${newClaims}`,
    'POST /api/v1/persistentvolumes',
  ]);
  expect(played.made['/api/v1/persistentvolumes']).toMatchObject({
    metadata: {
      name: 'pvc-gone',
      annotations: { 'pv.kubernetes.io/provisioned-by': 'csi.kubevirt.io' },
    },
    spec: {
      storageClassName: 'kubevirt',
      capacity: { storage: '2Gi' },
      claimRef: { namespace: 'shop', name: 'back' },
      csi: {
        volumeHandle: 'pvc-gone',
        fsType: 'xfs',
        volumeAttributes: { bus: 'scsi', serial: 'new uid of pvc-gone' },
      },
    },
  });
  expect(played.made[newClaims]).toMatchObject({
    metadata: { name: 'back' },
    spec: { volumeName: 'pvc-gone', storageClassName: 'kubevirt' },
  });
});

test('refuses a new claim whose namespace is not there, or that is there already', async () => {
  played.add('pvc-gone', 'old', false);
  const question = { volumes: ['pvc-gone'], as: { namespace: 'shop', name: 'back' } };
  await expect(run(question)).rejects.toThrow(
    '--as shop/back: the user cluster has no namespace "shop".',
  );
  played.objects['/api/v1/namespaces/shop'] = {};
  played.objects['/api/v1/namespaces/shop/persistentvolumeclaims/back'] = {};
  await expect(run(question)).rejects.toThrow(
    '--as shop/back: this claim is there already; take another name.',
  );
  expect(played.changes).toEqual([]);
});

test('without a kubeconfig of the infra cluster it says how to give one', async () => {
  await expect(run({ infraFile: join(folder, 'none') })).rejects.toThrow('cannot be read: ENOENT');
});
