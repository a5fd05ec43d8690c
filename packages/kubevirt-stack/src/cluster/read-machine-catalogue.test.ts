// SPDX-License-Identifier: Apache-2.0
import { clusterReader } from '@strata/cluster-client';
import { endedAfterEach, testCluster } from '@strata/testing';
import { readMachineCatalogue } from './read-machine-catalogue.ts';

const startCluster = endedAfterEach(testCluster);

/** Returns what is read from a cluster that has these objects and no others. */
async function read(objects: Readonly<Record<string, object>>) {
  const { kubeconfig } = await startCluster(objects);
  return readMachineCatalogue(clusterReader(kubeconfig));
}

const group = '/apis/instancetype.kubevirt.io/v1beta1';
const ours = '?labelSelector=app.kubernetes.io%2Fmanaged-by%3Dstrata';
const revisions =
  '/apis/apps/v1/controllerrevisions?labelSelector=instancetype.kubevirt.io%2Fobject-kind%20in%20(VirtualMachineClusterInstancetype%2CVirtualMachineClusterPreference)';

const revision = (kind: string, name: string, vm: string) => ({
  metadata: {
    labels: {
      'instancetype.kubevirt.io/object-kind': kind,
      'instancetype.kubevirt.io/object-name': name,
    },
    ownerReferences: [{ uid: vm }],
  },
});

test('reads sizes and preferences, and counts the VMs that keep a revision of them', async () => {
  const size = { cpu: { guest: 2 }, memory: { guest: '8Gi' } };
  const entries = await read({
    [`${group}/virtualmachineclusterinstancetypes${ours}`]: {
      items: [
        { metadata: { name: 'standard-2' }, spec: size },
        { metadata: { name: 'cores' }, spec: size },
      ],
    },
    [`${group}/virtualmachineclusterpreferences${ours}`]: {
      items: [{ metadata: { name: 'cores' }, spec: { cpu: {} } }],
    },
    [revisions]: {
      items: [
        revision('VirtualMachineClusterInstancetype', 'standard-2', 'a'),
        revision('VirtualMachineClusterInstancetype', 'standard-2', 'a'),
        revision('VirtualMachineClusterInstancetype', 'standard-2', 'b'),
        revision('VirtualMachineClusterPreference', 'cores', 'b'),
        { metadata: {} },
      ],
    },
  });
  expect(entries).toEqual([
    { key: 'instancetypes', name: 'standard-2', spec: size, vms: 2 },
    { key: 'instancetypes', name: 'cores', spec: size, vms: 0 },
    { key: 'preferences', name: 'cores', spec: { cpu: {} }, vms: 1 },
  ]);
});

test('reads nothing from a cluster without KubeVirt', async () => {
  expect(await read({})).toEqual([]);
});
