// SPDX-License-Identifier: Apache-2.0
import { clusterReader } from '@strata/cluster-client';
import { endedAfterEach, testCluster } from '@strata/testing';
import { readFileImages, readImageImports } from './read-image-imports.ts';

const startCluster = endedAfterEach(testCluster);

const cdi = '/apis/cdi.kubevirt.io/v1beta1/namespaces/golden-images';
const own = '?labelSelector=app.kubernetes.io%2Fmanaged-by%3Dstrata';
const imported = '?labelSelector=cdi.kubevirt.io%2FdataImportCron';

/** Returns a reader of a cluster that has these objects and no others. */
async function reader(objects: Readonly<Record<string, object>>) {
  const { kubeconfig } = await startCluster(objects);
  return clusterReader(kubeconfig);
}

const storageOf = (storageClassName: string, storage: string) => ({
  storageClassName,
  accessModes: ['ReadWriteMany'],
  volumeMode: 'Block',
  resources: { requests: { storage } },
});

/** A DataImportCron, and the name of what it has imported last. */
const cron = (storage: object, last?: string) => ({
  metadata: { name: 'ubuntu' },
  spec: { template: { spec: { storage } } },
  ...(last !== undefined && { status: { lastImportedPVC: { name: last } } }),
});

test('takes size and storage from the DataImportCron before anything is imported', async () => {
  const cluster = await reader({
    [`${cdi}/dataimportcrons${own}`]: { items: [cron(storageOf('fast', '20Gi'))] },
  });
  expect(await readImageImports(cluster)).toEqual([
    { name: 'ubuntu', sizeGiB: 20, className: 'fast', volumeMode: 'Block' },
  ]);
});

test('reads size and storage of the volume that disks are copied from', async () => {
  const volume = (name: string, storage: object) => ({ metadata: { name }, spec: { storage } });
  const cluster = await reader({
    [`${cdi}/dataimportcrons${own}`]: { items: [cron(storageOf('slow', '30Gi'), 'ubuntu-2')] },
    [`${cdi}/datavolumes${imported}`]: {
      items: [
        volume('ubuntu-1', storageOf('old', '10Gi')),
        volume('ubuntu-2', storageOf('fast', '20Gi')),
      ],
    },
  });
  expect(await readImageImports(cluster)).toEqual([
    { name: 'ubuntu', sizeGiB: 20, className: 'fast', volumeMode: 'Block' },
  ]);
});

// CDI has deleted the volume; e2e 20 was refused (HTTP 403) when the snapshots were read as well.
test('takes the size of an image that CDI keeps as a snapshot from the DataImportCron', async () => {
  const cluster = await reader({
    [`${cdi}/dataimportcrons${own}`]: { items: [cron(storageOf('fast', '30Gi'), 'ubuntu-2')] },
    [`${cdi}/datavolumes${imported}`]: { items: [] },
  });
  expect(await readImageImports(cluster)).toEqual([
    { name: 'ubuntu', sizeGiB: 30, className: 'fast', volumeMode: 'Block' },
  ]);
});

test('reads which images are files: their DataSources belong to no DataImportCron', async () => {
  const labels = { 'cdi.kubevirt.io/dataImportCron': 'ubuntu' };
  const cluster = await reader({
    [`${cdi}/datasources${own}`]: {
      items: [{ metadata: { name: 'flatcar' } }, { metadata: { name: 'ubuntu', labels } }],
    },
  });
  expect(await readFileImages(cluster)).toEqual(['flatcar']);
});

test('reads nothing from a cluster without CDI', async () => {
  const cluster = await reader({});
  expect(await readImageImports(cluster)).toEqual([]);
  expect(await readFileImages(cluster)).toEqual([]);
});
