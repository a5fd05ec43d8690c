// SPDX-License-Identifier: Apache-2.0
import { readerOf, type ObjectReader } from './guest-system.ts';
import type { MachineInstance, MachineVolume } from './virtual-machine.ts';

const pvc = (name: string) => ({ spec: { source: { pvc: { name, namespace: 'images' } } } });
const volumes = '/apis/cdi.kubevirt.io/v1beta1/namespaces/cluster-demo/datavolumes';
const objects: Readonly<Record<string, object>> = {
  [`${volumes}/labelled`]: pvc('base-1'),
  '/api/v1/namespaces/images/persistentvolumeclaims/base-1': {
    metadata: { labels: { 'strata.dev/os': 'flatcar' } },
  },
  [`${volumes}/named`]: pvc('flatcar-4230-40be6d8b'),
  [`${volumes}/imported`]: {
    spec: { source: { registry: { url: 'docker://example.org/fedora-coreos:42' } } },
  },
};
const read: ObjectReader = <T>(path: string) => Promise.resolve(objects[path] as T);

const machine = (volume: Partial<MachineVolume>): MachineInstance => ({
  metadata: { name: 'md-a-0', namespace: 'cluster-demo', uid: 'u1' },
  spec: { volumes: [{ name: 'data' }, { name: 'root', ...volume }] },
});

test.each([
  ['a golden image with a label', { dataVolume: { name: 'labelled' } }, 'ignition'],
  ['a golden image by its name', { dataVolume: { name: 'named' } }, 'ignition'],
  ['an imported image', { dataVolume: { name: 'imported' } }, 'ignition'],
  ['a disk of which nothing is known', { dataVolume: { name: 'none' } }, 'cloud-init'],
  ['a container disk', { containerDisk: { image: 'example.org/flatcar:4230' } }, 'ignition'],
  ['another one', { containerDisk: { image: 'example.org/ubuntu:24.04' } }, 'cloud-init'],
])('%s: %j', async (_, volume, reader) => {
  expect(await readerOf(machine(volume), 'root', read)).toBe(reader);
});
