// SPDX-License-Identifier: Apache-2.0
import { byFormerParent, named, recordProgram } from '@strata/testing';
import { createSnapshotKinds } from './index.ts';

const definition = (name: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name },
  spec: { group: 'snapshot.storage.k8s.io', versions: [] },
});
const manifest = {
  component: 'snapshot-controller',
  version: '1.0.0',
  objects: [
    definition('volumesnapshots.snapshot.storage.k8s.io'),
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'snapshot-controller' } },
    definition('volumesnapshotcontents.snapshot.storage.k8s.io'),
  ],
  images: [],
};

const record = () =>
  recordProgram(() => createSnapshotKinds('kinds', manifest).map(({ urn }) => urn));

// Proves: volumes.snapshots
test('of the manifest of the snapshot controller, only the definitions are made inside', async () => {
  const recording = await record();
  expect(recording.resources.map(({ name }) => name)).toEqual([
    'kinds-volumesnapshots',
    'kinds-volumesnapshotcontents',
  ]);
  expect(recording.result).toHaveLength(2);
  expect(named(recording, 'kinds-volumesnapshots').inputs).toMatchObject({
    metadata: { name: 'volumesnapshots.snapshot.storage.k8s.io' },
  });
});

test('a state of an earlier version has the definitions in a component of their own', async () => {
  expect(byFormerParent(await record())).toEqual({
    'strata:user-cluster:SnapshotKinds::kinds': [
      'kinds-volumesnapshotcontents',
      'kinds-volumesnapshots',
    ],
  });
});
