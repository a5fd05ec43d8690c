// SPDX-License-Identifier: Apache-2.0
import { kinds } from '../resource/index.ts';
import { diskTemplate, virtualMachine, virtualMachinePool } from '../test-objects.ts';
import { violationsOf } from '../test-violations.ts';
import { liveMigrationPossible } from './index.ts';

const volumes = (name: string) => [{ name: 'disk', dataVolume: { name } }];
const bridged = { domain: { devices: { interfaces: [{ name: 'default', bridge: {} }] } } };
const moving = { 'kubevirt.io/allow-pod-bridge-network-live-migration': 'true' };
const strict = { evictionStrategy: 'LiveMigrate' };
const never = 'so it never migrates and a drain of its host never ends; use LiveMigrateIfPossible.';

test('accepts VMs that can live-migrate, and VMs that need not', async () => {
  const good = [
    virtualMachine({
      spec: { ...strict, volumes: volumes('root') },
      diskTemplates: [diskTemplate('root')],
    }),
    virtualMachinePool({
      spec: bridged,
      diskTemplates: [diskTemplate('root', { accessModes: ['ReadWriteOnce'] })],
    }),
  ];
  expect(await violationsOf(liveMigrationPossible, good)).toEqual([]);
  const kept = virtualMachine({ annotations: moving, spec: { ...strict, ...bridged } });
  expect(await violationsOf(liveMigrationPossible, [kept], { ipPreservingCni: true })).toEqual([]);
});

test.each([
  [
    { ...strict, ...bridged },
    'its interface is bridged to the pod network, whose address stays behind',
  ],
  [{ ...strict, volumes: volumes('etcd') }, 'its disk "etcd" is ReadWriteOnce, not ReadWriteMany'],
  [
    { ...strict, volumes: [{ name: 'local', hostDisk: {} }] },
    'its disk "local" is a file of its host',
  ],
  [
    { ...strict, domain: { devices: { hostDevices: [{ deviceName: 'samsung.com/nvme' }] } } },
    'it has the host\'s device "samsung.com/nvme"',
  ],
  [{ ...strict, domain: { devices: { gpus: [{}, {}] } } }, 'it has 2 GPUs'],
])('rejects LiveMigrate for a VM that cannot migrate: %j', async (spec, reason) => {
  const etcd = {
    type: kinds.dataVolume,
    name: 'etcd',
    props: {
      metadata: { namespace: 'cluster-demo', name: 'etcd' },
      spec: { storage: { accessModes: ['ReadWriteOnce'] } },
    },
  };
  expect(await violationsOf(liveMigrationPossible, [virtualMachine({ spec }), etcd])).toEqual([
    `VirtualMachine cluster-demo/cp-0: evictionStrategy LiveMigrate, but ${reason}, ${never}`,
  ]);
});

test.each([
  [
    { spec: { evictionStrategy: 'External' } },
    'evictionStrategy External waits for a controller that evicts it, but there is none; use LiveMigrateIfPossible.',
  ],
  [
    { annotations: moving, spec: bridged },
    'annotation kubevirt.io/allow-pod-bridge-network-live-migration lets it migrate, but the CNI does not preserve its IP address; remove it (user-cluster:network.ipPreservingCni), or write {"ipPreservingCni": true} for live-migration-possible into stacks/policies/<environment>.json.',
  ],
  [
    {
      spec: {
        domain: {
          devices: { interfaces: [{ name: 'default', masquerade: {}, ports: [{ port: 49152 }] }] },
        },
      },
    },
    'port 49152 is taken by live migration; take another.',
  ],
])('rejects settings that contradict live migration: %#', async (changes, message) => {
  expect(await violationsOf(liveMigrationPossible, [virtualMachinePool(changes)])).toEqual([
    `VirtualMachinePool cluster-demo/md-a: ${message}`,
  ]);
});
