// SPDX-License-Identifier: Apache-2.0
import { censusOf, compareCensus } from './census.ts';

const object = (kind: string, namespace: string, name: string, claim?: string) => ({
  kind,
  namespace,
  name,
  ...(claim !== undefined && { claim }),
});

test('what comes and goes by itself is not counted, and what chance chose has no name', () => {
  expect(
    censusOf([
      object('VirtualMachine', 'cluster-demo', 'cp-0'),
      object('Pod', 'cluster-demo', 'virt-launcher-cp-0-x2x4z'),
      object('DataVolume', 'cluster-demo', 'cp-0-root-1c0ffee2d9'),
      object('PersistentVolumeClaim', 'cluster-demo', 'pvc-0b1f5f7e-93c1-4c39-8e1b-2f8f0a3c9e11'),
      object('PersistentVolume', '', 'pvc-1', 'cluster-demo/cp-0-etcd'),
      object('Secret', 'kube-system', 'bootstrap-token-ab12cd'),
      object('Namespace', '', 'cluster-demo'),
    ]),
  ).toEqual([
    'DataVolume/cluster-demo/cp-0-root-#',
    'Namespace/cluster-demo',
    'PersistentVolume/of cluster-demo/cp-0-etcd',
    'PersistentVolumeClaim/cluster-demo/pvc-#',
    'Secret/kube-system/bootstrap-token-#',
    'VirtualMachine/cluster-demo/cp-0',
  ]);
});

test('the token of kubeadm init, which expires after a minute, is not counted', () => {
  expect(
    censusOf([
      object('Secret', 'kube-system', 'bootstrap-token-ab12cd'),
      {
        ...object('Secret', 'kube-system', 'bootstrap-token-34ef56'),
        description: 'of kubeadm init, not used',
      },
    ]),
  ).toEqual(['Secret/kube-system/bootstrap-token-#']);
});

test('a word is no hash', () => {
  expect(censusOf([object('Secret', 'a', 'deadbeef'), object('Secret', 'a', 'facade-12')])).toEqual(
    ['Secret/a/deadbeef', 'Secret/a/facade-12'],
  );
});

test('the same objects, each as often, are no difference', () => {
  expect(compareCensus(['A', 'B', 'B'], ['B', 'A', 'B'])).toEqual([]);
});

test('what is lost, left over, there twice or too few times is told', () => {
  const expected = ['Disk/a', 'Disk/b', 'Disk/b', 'VM/a', 'VM/b'];
  expect(compareCensus(expected, ['Disk/b', 'VM/a', 'VM/a', 'VM/b', 'VM/c', 'VM/c'])).toEqual([
    'lost: Disk/a',
    'too few: Disk/b, 1 instead of 2',
    'too many: VM/a, 2 instead of 1',
    'left over: VM/c, 2 times',
  ]);
});
