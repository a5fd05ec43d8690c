// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { paths, RestoreGround } from '../testing/restore-ground.ts';

const { claims, snapshots, volumes } = paths;

const newClaims = '/api/v1/namespaces/shop/persistentvolumeclaims';
const as = { namespace: 'shop', name: 'back' };

let ground: RestoreGround;

beforeEach(async () => {
  ground = await RestoreGround.start();
});

afterEach(() => ground[Symbol.asyncDispose]());

/** Changes that replace one volume; the first two only hold and keep snapshots. */
const replaced = (name: string) => [
  `PATCH ${snapshots}/${name}.r1`,
  `POST ${snapshots}`,
  `POST ${volumes}`,
  `DELETE ${volumes}/${name}`,
  `DELETE ${claims}/${name}`,
  `POST ${volumes}`,
  `DELETE ${volumes}/${name}-restore`,
  `DELETE ${claims}/${name}-restore`,
];

// Proves: volumes.restore
test('keeps what a volume has, then makes it anew under its name from the snapshot', async () => {
  ground.played.add('pvc-a', 'data');
  expect(await ground.run()).toBe(0);
  expect(ground.played.changes).toEqual([
    ...replaced('pvc-a'),
    `PATCH ${snapshots}/pvc-a.before-restore-7`,
    `PATCH ${snapshots}/pvc-a.r1`,
  ]);
  expect(ground.played.data).toEqual({
    'pvc-a': 'data of r1',
    'pvc-a.r1': 'data of r1',
    'pvc-a.before-restore-7': 'new',
  });
  expect(ground.played.labelsOf('pvc-a.r1')).toEqual({ 'strata.dev/backup-run': 'r1' });
  expect(ground.played.labelsOf('pvc-a.before-restore-7')).toEqual({
    'app.kubernetes.io/managed-by': 'strata',
    'strata.dev/backup-run': 'before-restore-7',
  });
  expect(ground.played.made[snapshots]).toEqual({
    apiVersion: 'snapshot.storage.k8s.io/v1',
    kind: 'VolumeSnapshot',
    metadata: {
      name: 'pvc-a.before-restore-7',
      labels: {
        'app.kubernetes.io/managed-by': 'strata',
        'strata.dev/backup-run': 'before-restore-7',
        'strata.dev/backup-hold': 'before-restore-7',
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
  expect(ground.played.made[`${volumes}/pvc-a-restore`]).toMatchObject({
    metadata: {
      labels: { 'app.kubernetes.io/managed-by': 'strata' },
      annotations: {
        'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
        'strata.dev/restored-from': 'pvc-a.r1',
      },
    },
    spec: { source: { snapshot: { namespace: 'cluster-shop', name: 'pvc-a.r1' } } },
  });
  expect(ground.played.made[volumes]).toEqual({
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataVolume',
    metadata: {
      name: 'pvc-a',
      labels: { 'cluster.x-k8s.io/cluster-name': 'shop' },
      annotations: {
        'cdi.kubevirt.io/storage.deleteAfterCompletion': 'false',
        'strata.dev/restored-from': 'pvc-a.r1',
        'strata.dev/restored-by': 'before-restore-7',
      },
    },
    spec: {
      source: { pvc: { namespace: 'cluster-shop', name: 'pvc-a-restore' } },
      pvc: {
        storageClassName: 'fast',
        accessModes: ['ReadWriteOnce', 'ReadWriteMany'],
        volumeMode: 'Block',
        resources: { requests: { storage: '2Gi' } },
      },
    },
  });
  expect(ground.printed.slice(-2)).toEqual([
    'shop/data (pvc-a): restored',
    'Start the programs again.',
  ]);
});

test('a volume that has grown since stays as large', async () => {
  ground.played.add('pvc-a', 'data');
  ground.played.objects[`${claims}/pvc-a`] = {
    spec: { resources: { requests: { storage: '5Gi' } } },
  };
  expect(await ground.run()).toBe(0);
  expect(ground.played.made[volumes]).toMatchObject({
    spec: { pvc: { resources: { requests: { storage: '5Gi' } } } },
  });
});

// Proves: volumes.restore
test('a preview, and a restore that nobody confirms, change nothing', async () => {
  ground.played.add('pvc-a', 'data');
  expect(await ground.run({ isPreview: true })).toBe(0);
  expect(await ground.run({}, false)).toBe(1);
  expect(ground.played.changes).toEqual([]);
  expect(ground.printed[1]).toBe('  shop/data (pvc-a): as at 2027-03-08T02:00:00Z, from pvc-a.r1');
});

// Proves: volumes.restore
test('refuses a volume in use, and changes no other either', async () => {
  ground.played.add('pvc-a', 'data');
  ground.played.add('pvc-b', 'log');
  ground.played.attach('pvc-b', 'md-a-0');
  await expect(ground.run()).rejects.toThrow(
    'In use: shop/log (pvc-b) by node md-a-0. Scale what makes these pods to 0, wait until the volumes are detached, and run the same command again. Nothing is changed.',
  );
  expect(ground.played.changes).toEqual([]);
});

// Proves: volumes.restore
test('a volume is removed only when the data of its snapshot is in a claim that stays', async () => {
  ground.played.add('pvc-a', 'data');
  ground.played.snapshotsEndWithVolume = true;
  expect(await ground.run()).toBe(0);
  expect(ground.played.data).toEqual({ 'pvc-a': 'data of r1' });
  expect(ground.printed).toContain(
    'What they have now is kept in the snapshots of the run before-restore-7.',
  );
});

// Proves: volumes.restore
test('a volume whose claim is gone gets a new claim, and its own serial number', async () => {
  ground.addGone();
  expect(await ground.run({ volumes: ['pvc-gone'], as })).toBe(0);
  const changes = [
    ...replaced('pvc-gone').filter((change) => change !== `POST ${snapshots}`),
    `POST ${newClaims}`,
    'POST /api/v1/persistentvolumes',
    `PATCH ${snapshots}/pvc-gone.r1`,
  ];
  expect(ground.played.changes).toEqual(changes);
  expect(ground.played.made['/api/v1/persistentvolumes']).toMatchObject({
    metadata: {
      name: 'pvc-gone',
      annotations: { 'pv.kubernetes.io/provisioned-by': 'csi.kubevirt.io' },
    },
    spec: {
      storageClassName: 'kubevirt',
      capacity: { storage: '2Gi' },
      claimRef: { namespace: 'shop', name: 'back' },
      volumeMode: 'Filesystem',
      csi: {
        volumeHandle: 'pvc-gone',
        fsType: 'xfs',
        volumeAttributes: { bus: 'scsi', serial: 'new uid of pvc-gone' },
      },
    },
  });
  expect(ground.played.made[newClaims]).toMatchObject({
    metadata: { name: 'back' },
    spec: { volumeName: 'pvc-gone', storageClassName: 'kubevirt' },
  });
});

test('refuses a new claim whose namespace is not there, or that is there already', async () => {
  ground.played.add('pvc-gone', 'old', false);
  const question = { volumes: ['pvc-gone'], as: { namespace: 'shop', name: 'back' } };
  await expect(ground.run(question)).rejects.toThrow(
    '--as shop/back: the user cluster has no namespace "shop".',
  );
  ground.played.objects['/api/v1/namespaces/shop'] = {};
  ground.played.objects['/api/v1/namespaces/shop/persistentvolumeclaims/back'] = {};
  await expect(ground.run(question)).rejects.toThrow(
    '--as shop/back: this claim is there already; take another name.',
  );
  expect(ground.played.changes).toEqual([]);
});

test('without a kubeconfig of the infra cluster it says how to give one', async () => {
  await expect(ground.run({ infraFile: join(ground.folder, 'none') })).rejects.toThrow(
    'cannot be read: ENOENT',
  );
});
