// SPDX-License-Identifier: Apache-2.0
import { kinds } from '../resource/index.ts';
import { virtualMachine } from '../test-objects.ts';
import { violationsOf } from '../test-violations.ts';
import { fitsAHost } from './index.ts';

const size = (spec: object) => ({
  type: kinds.clusterInstancetype,
  props: { metadata: { name: 'big' }, spec },
});
const config = {
  hosts: [
    { cpus: 16, memoryGiB: 64 },
    { cpus: 8, memoryGiB: 32, devices: { 'samsung.com/nvme': 1 } },
  ],
  cpuAllocationRatio: 2,
};

test('accepts VMs that fit on an empty host', async () => {
  const good = [
    size({ cpu: { guest: 32 }, memory: { guest: '63Gi' } }),
    size({ cpu: { guest: 2 }, memory: { guest: '127Gi', overcommitPercent: 50 } }),
    size({
      cpu: { guest: 4 },
      memory: { guest: '8Gi' },
      hostDevices: [{ deviceName: 'samsung.com/nvme' }],
    }),
    virtualMachine({
      spec: { domain: { cpu: { sockets: 4, cores: 4 }, memory: { guest: '16Gi' } } },
    }),
  ];
  expect(await violationsOf(fitsAHost, good, config)).toEqual([]);
});

test('judges nothing if the environment names no hosts', async () => {
  expect(await violationsOf(fitsAHost, [size({ cpu: { guest: 4096 } })])).toEqual([]);
});

test.each([
  [{ cpu: { guest: 34 }, memory: { guest: '1Gi' } }, 'CPUs: 17 of 16'],
  [
    { cpu: { guest: 16, dedicatedCPUPlacement: true, isolateEmulatorThread: true } },
    'CPUs: 17 of 16',
  ],
  [{ cpu: { guest: 1 }, memory: { guest: '65Gi' } }, 'memory: 65.3 of 64 GiB'],
  [{ cpu: { guest: 16 }, memory: { guest: '64Gi' } }, 'memory: 64.42 of 64 GiB'],
  [
    { hostDevices: [{ deviceName: 'samsung.com/nvme' }, { deviceName: 'samsung.com/nvme' }] },
    'samsung.com/nvme: 2 of 0',
  ],
])('rejects %j', async (spec, reason) => {
  expect(await violationsOf(fitsAHost, [size(spec)], config)).toEqual([
    `VirtualMachineClusterInstancetype big fits on no host, even an empty one (needs of has: ${reason}); ask for less, or add such hosts.`,
  ]);
});

test('names a cluster-wide size without the namespace that a preview shows before the CRD exists', async () => {
  const spec = { cpu: { guest: 4 }, memory: { guest: '1024Gi' } };
  const early = {
    type: kinds.clusterInstancetype,
    props: { metadata: { namespace: 'default', name: 'big' }, spec },
  };
  const [message] = await violationsOf(fitsAHost, [early], config);
  expect(message).toMatch(/^VirtualMachineClusterInstancetype big fits on no host/);
});
