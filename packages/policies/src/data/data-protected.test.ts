// SPDX-License-Identifier: Apache-2.0
import { kinds } from '../resource/index.ts';
import { violationsOf } from '../test-violations.ts';
import { dataProtected } from './index.ts';

const namespace = {
  type: kinds.namespace,
  props: {
    metadata: { name: 'cluster-demo', labels: { 'cluster.x-k8s.io/cluster-name': 'demo' } },
  },
};
const disk = (source: object) => ({
  type: kinds.dataVolume,
  props: { metadata: { namespace: 'cluster-demo', name: 'etcd' }, spec: { source } },
});
const authority = {
  type: kinds.authority,
  name: 'demo-keys-etcd',
  props: { commonName: 'etcd-ca' },
};
const cleanup = {
  type: kinds.tenantCleanup,
  name: 'demo-services-cleanup',
  props: { volumes: 'delete' },
};

test('accepts protected resources, and those that can be made again', async () => {
  const good = [
    ...[namespace, disk({ blank: {} }), authority, cleanup].map((one) => ({
      ...one,
      protect: true,
    })),
    disk({ registry: {} }),
    // A rotation deletes it.
    { ...authority, props: { ...authority.props, spare: true } },
    { type: kinds.namespace, props: { metadata: { name: 'monitoring' } } },
  ];
  expect(await violationsOf(dataProtected, good)).toEqual([]);
});

test('rejects resources that hold data, or delete it, and may be deleted', async () => {
  const bad = [namespace, disk({ blank: {} }), authority, cleanup];
  expect(await violationsOf(dataProtected, bad)).toEqual([
    'Namespace cluster-demo is not protected: once deleted, everything in it goes with it; set protect (user-cluster:deletion, protect: true), or list the cluster in unprotected of this policy.',
    'DataVolume cluster-demo/etcd is not protected: once deleted, there is no other copy of its data; set protect (user-cluster:deletion, protect: true), or list the cluster in unprotected of this policy.',
    'Authority demo-keys-etcd is not protected: once deleted, nothing that it signed is trusted any more, and data that it protects cannot be read; set protect (user-cluster:deletion, protect: true), or list the cluster in unprotected of this policy.',
    'TenantCleanup demo-services-cleanup is not protected: once deleted, the LoadBalancer Services of its cluster go with it, and with volumes: delete every volume; set protect (user-cluster:deletion, protect: true), or list the cluster in unprotected of this policy.',
  ]);
});

test('ignores kinds that the environment does not protect', async () => {
  const config = { protects: ['namespaces'] };
  expect(await violationsOf(dataProtected, [authority], config)).toEqual([]);
});

test('exempts only the clusters listed in unprotected', async () => {
  const resources = [namespace, disk({ blank: {} }), authority];
  expect(await violationsOf(dataProtected, resources, { unprotected: ['demo'] })).toEqual([]);
  const beginning = { unprotected: ['de*'] };
  expect(await violationsOf(dataProtected, resources, beginning)).toEqual([]);
  const others = { unprotected: ['demo2', 'sandbox', 'user-cluster', 'demo-*', 'de', '*mo'] };
  expect(await violationsOf(dataProtected, resources, others)).toHaveLength(3);
});
