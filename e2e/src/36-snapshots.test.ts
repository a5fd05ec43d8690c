// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Change } from './changed-config.ts';
import { changeDemo, demoInstances, namespace, uidsOf } from './demo-changes.ts';
import { eventually, kubectl, kubectlJson, openSession, stacks, type List } from './environment.ts';
import { userOf, type ClusterUser } from './user-cluster.ts';

let session: RackSession;
let user: ClusterUser;
const dir = mkdtempSync(join(tmpdir(), 'strata-snapshots-'));
beforeAll(async () => {
  session = await openSession();
  user = await userOf(session, stacks.demo);
});
afterAll(() => rmSync(dir, { recursive: true }));

/** The class that is there by itself, with snapshots of its volumes. */
const withSnapshots: Change = [
  '  user-cluster:deletion:',
  `  user-cluster:storage:
    classes:
      - name: kubevirt
        infraClass: sandbox-block
        default: true
        snapshotClass: sandbox-block
    snapshots: true
  user-cluster:deletion:`,
];

const wishes = `apiVersion: snapshot.storage.k8s.io/v1
kind: VolumeSnapshot
metadata: { name: shop-data, namespace: default }
spec: { source: { persistentVolumeClaimName: shop-data } }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: restored, namespace: default }
spec:
  accessModes: [ReadWriteOnce]
  resources: { requests: { storage: 2Gi } }
  dataSource: { apiGroup: snapshot.storage.k8s.io, kind: VolumeSnapshot, name: shop-data }
`;

interface Snapshot {
  readonly spec: { readonly source: { readonly persistentVolumeClaimName: string } };
}

// Proves: images.snapshots, installation.other-operators, volumes.snapshots
test('a volume of a cluster that runs gets a snapshot, and another volume is made from it', async () => {
  const before = uidsOf(await demoInstances(session));
  // Three kinds and a class; the rights of the controller, its pod and its settings; the quota.
  expect((await changeDemo(session, dir, withSnapshots)).resources).toEqual({
    create: 4,
    replace: 1,
    update: 4,
  });
  const file = join(dir, 'wishes.yaml');
  writeFileSync(file, wishes);
  await user.kubectl('apply', '-f', file);
  const soon = '--timeout=60s';
  await user.kubectl(
    'wait',
    'volumesnapshot/shop-data',
    '--for=jsonpath={.status.readyToUse}=true',
    soon,
  );
  await user.kubectl('wait', 'pvc/restored', '--for=jsonpath={.status.phase}=Bound', soon);
  // Taken by the storage of the infra cluster, of the disk that is plugged into a machine.
  const list = ['get', 'volumesnapshots', ...namespace];
  const { items } = await kubectlJson<List<Snapshot>>(session, list);
  const volume = await user.kubectl('get', 'pvc', 'shop-data', '-o', 'jsonpath={.spec.volumeName}');
  expect(items.map(({ spec }) => spec.source.persistentVolumeClaimName)).toEqual([volume]);
  await user.kubectl('delete', '-f', file, soon);
  await eventually('the snapshot is gone from the storage', async () => {
    return (await kubectl(session, [...list, '-o', 'name'])) === '';
  });
  expect(uidsOf(await demoInstances(session))).toEqual(before);
});

test('without them again, their kinds stay, for with a kind goes what users have of it', async () => {
  expect((await changeDemo(session, dir)).resources).toEqual({ delete: 4, replace: 1, update: 4 });
  const kinds = await user.kubectl('get', 'crd', '-o', 'name');
  expect(kinds).toContain('volumesnapshots.snapshot.storage.k8s.io');
});
