// SPDX-License-Identifier: Apache-2.0
import { clusterReader } from '@strata/cluster-client';
import { endedAfterEach, testCluster } from '@strata/testing';
import { readImageImports } from './read-image-imports.ts';

const startCluster = endedAfterEach(testCluster);

/** Returns what is read from a cluster that has these objects and no others. */
async function read(objects: Readonly<Record<string, object>>) {
  const { kubeconfig } = await startCluster(objects);
  return readImageImports(clusterReader(kubeconfig));
}

test('reads size and storage of the container disks that Strata has imported', async () => {
  const storage = {
    storageClassName: 'fast',
    accessModes: ['ReadWriteMany'],
    volumeMode: 'Block',
    resources: { requests: { storage: '20Gi' } },
  };
  const imports = await read({
    '/apis/cdi.kubevirt.io/v1beta1/namespaces/golden-images/dataimportcrons?labelSelector=app.kubernetes.io%2Fmanaged-by%3Dstrata':
      { items: [{ metadata: { name: 'ubuntu' }, spec: { template: { spec: { storage } } } }] },
  });
  expect(imports).toEqual([
    { name: 'ubuntu', sizeGiB: 20, className: 'fast', volumeMode: 'Block' },
  ]);
});

test('reads nothing from a cluster without CDI', async () => {
  expect(await read({})).toEqual([]);
});
