// SPDX-License-Identifier: Apache-2.0
import type { Instancetype } from '../config/index.ts';
import { checkMachines } from './check-machines.ts';

type Config = Parameters<typeof checkMachines>[0];

const kubevirt = (featureGates: readonly string[], more: object = {}) =>
  ({ featureGates, ...more }) as unknown as NonNullable<Config['kubevirt']>;

const size = (more: Partial<Instancetype>): Instancetype => ({
  name: 'custom',
  cpu: 4,
  memoryGiB: 16,
  ...more,
});

/** The infra cluster is not known. */
const nowhere = { cluster: undefined };

const check = (config: Config) =>
  checkMachines({ kubevirt: kubevirt(['CPUManager', 'HostDevices']), ...config }, nowhere);

test('reports no problem for all flavors and sizes that fit together', () => {
  expect(
    check({
      kubevirt: kubevirt(['CPUManager', 'HostDevices'], {
        permittedHostDevices: {
          pciHostDevices: [{ pciVendorSelector: '8086:0953', resourceName: 'intel.com/nvme' }],
          mediatedDevices: [{ mdevNameSelector: 'GRID', resourceName: 'nvidia.com/GRID' }],
          usb: undefined,
        },
      }),
      flavors: ['standard', 'high-density', 'high-performance'],
      instancetypes: [
        size({
          dedicatedCpus: true,
          isolateEmulatorThread: true,
          numaPassthrough: true,
          hugepages: '1Gi',
          maxSockets: 4,
          ioThreadsPolicy: 'supplementalPool',
          ioThreads: 2,
          hostDevices: [{ name: 'disk', deviceName: 'intel.com/nvme' }],
          gpus: [{ name: 'gpu', deviceName: 'nvidia.com/GRID' }],
        }),
        size({ name: 'growing', maxMemoryGiB: 16 }),
      ],
      preferences: [{ name: 'mine', cpuTopology: 'spread', spreadRatio: 4 }],
    }),
  ).toEqual([]);
});

test('a flavor reserves its names only if it is on offer', () => {
  const instancetypes = [size({ name: 'performance-4' })];
  const preferences = [{ name: 'high-performance', cpuTopology: 'cores' as const }];
  expect(check({ instancetypes, preferences })).toEqual([]);
  expect(check({ flavors: ['high-performance'], instancetypes, preferences })).toEqual([
    {
      path: ['instancetypes', 0, 'name'],
      message: '"performance-4" exists already; choose another',
    },
    {
      path: ['preferences', 0, 'name'],
      message: '"high-performance" exists already; choose another',
    },
  ]);
});

test("a preference may not have a name of KubeVirt's own where KubeVirt installs those", () => {
  const preferences = ['ubuntu', 'alpine', 'windows'].map((name) => ({
    name,
    cpuTopology: 'cores' as const,
  }));
  expect(check({ kubevirt: kubevirt([], { commonInstancetypes: false }), preferences })).toEqual(
    [],
  );
  expect(check({ kubevirt: kubevirt([], { commonInstancetypes: true }), preferences })).toEqual(
    ['ubuntu', 'alpine'].map((name, index) => ({
      path: ['preferences', index, 'name'],
      message: `KubeVirt installs a preference "${name}" of its own (kubevirt.commonInstancetypes) and writes over this one; choose another name`,
    })),
  );
});

// Proves: sizes.cpu-pinning
test('names the feature gate that a size or flavor needs', () => {
  expect(
    checkMachines(
      {
        kubevirt: kubevirt(['Snapshot'], {
          permittedHostDevices: { pciHostDevices: [{ resourceName: 'intel.com/nvme' }] },
        }),
        flavors: ['standard', 'high-performance'],
        instancetypes: [
          size({
            dedicatedCpus: true,
            hostDevices: [{ name: 'disk', deviceName: 'intel.com/nvme' }],
          }),
          size({ name: 'plain', hostDevices: [] }),
          size({ name: 'plainer' }),
        ],
      },
      nowhere,
    ),
  ).toEqual([
    {
      path: ['flavors', 1],
      message:
        'the flavor high-performance needs the feature gate CPUManager; add it to kubevirt.featureGates',
    },
    {
      path: ['instancetypes', 0, 'dedicatedCpus'],
      message: 'dedicated CPUs need the feature gate CPUManager; add it to kubevirt.featureGates',
    },
    {
      path: ['instancetypes', 0, 'hostDevices'],
      message:
        'devices of the host need the feature gate HostDevices; add it to kubevirt.featureGates',
    },
  ]);
});

// https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go `validateHostDevicesWithPassthroughEnabled`
test('needs the gate HostDevices for devices of the host, and not for GPUs', () => {
  const permitted = { permittedHostDevices: { pciHostDevices: [{ resourceName: 'a.b/gpu' }] } };
  const problems = (kind: 'gpus' | 'hostDevices') =>
    check({
      kubevirt: kubevirt([], permitted),
      instancetypes: [size({ [kind]: [{ name: 'card', deviceName: 'a.b/gpu' }] })],
    }).map(({ path }) => path.join('.'));
  expect(problems('gpus')).toEqual([]);
  expect(problems('hostDevices')).toEqual(['instancetypes.0.hostDevices']);
});

test('skips gates and devices if the configuration of KubeVirt has the wrong shape', () => {
  expect(
    checkMachines(
      {
        flavors: ['high-performance'],
        instancetypes: [size({ gpus: [{ name: 'a', deviceName: 'b' }] })],
      },
      nowhere,
    ),
  ).toEqual([]);
});

// Proves: sizes.emulator-thread
test.each<[string, Partial<Instancetype>, string]>([
  [
    'isolateEmulatorThread',
    { isolateEmulatorThread: true },
    'only dedicated CPUs can be kept from QEMU; add dedicatedCpus: true',
  ],
  [
    'numaPassthrough',
    { numaPassthrough: true, dedicatedCpus: true },
    'NUMA cells come from dedicated CPUs and hugepages; add dedicatedCpus and hugepages',
  ],
  [
    'numaPassthrough',
    { numaPassthrough: true, hugepages: '2Mi' },
    'NUMA cells come from dedicated CPUs and hugepages; add dedicatedCpus and hugepages',
  ],
  [
    'overcommitPercent',
    { overcommitPercent: 20, hugepages: '2Mi' },
    'hugepages cannot be overcommitted; remove overcommitPercent or hugepages',
  ],
  ['maxMemoryGiB', { maxMemoryGiB: 8 }, 'less than memoryGiB, which is 16'],
  [
    'maxMemoryGiB',
    { maxMemoryGiB: 32, numaPassthrough: true, dedicatedCpus: true, hugepages: '2Mi' },
    'the memory of a guest that sees NUMA cells of its host cannot grow; remove maxMemoryGiB or ' +
      'numaPassthrough',
  ],
  ['maxSockets', { maxSockets: 2 }, 'less than cpu, which is 4 and may be so many sockets'],
  [
    'ioThreads',
    { ioThreads: 2, ioThreadsPolicy: 'shared' },
    'only ioThreadsPolicy "supplementalPool" has a number of threads',
  ],
  [
    'ioThreads',
    { ioThreadsPolicy: 'supplementalPool' },
    'missing; ioThreadsPolicy "supplementalPool" needs the number of threads',
  ],
])('rejects a size whose %s contradicts its other keys', (key, more, message) => {
  const right = size({ name: 'right', overcommitPercent: 20 });
  expect(check({ instancetypes: [right, size(more)] })).toEqual([
    { path: ['instancetypes', 1, key], message },
  ]);
});

// Proves: sizes.gpu-passthrough, sizes.nvme-passthrough
test('rejects devices that KubeVirt does not permit, and names that occur twice', () => {
  expect(
    check({
      kubevirt: kubevirt(['HostDevices'], {
        permittedHostDevices: {
          pciHostDevices: [{ resourceName: 'intel.com/nvme' }],
          usb: undefined,
        },
      }),
      instancetypes: [
        size({
          hostDevices: [
            { name: 'disk', deviceName: 'intel.com/nvme' },
            { name: 'disk', deviceName: 'intel.com/nvm' },
          ],
        }),
      ],
    }),
  ).toEqual([
    {
      path: ['instancetypes', 0, 'hostDevices', 1, 'name'],
      message: '"disk" exists already; choose another',
    },
    {
      path: ['instancetypes', 0, 'hostDevices', 1, 'deviceName'],
      message:
        '"intel.com/nvm" is not in kubevirt.permittedHostDevices; did you mean "intel.com/nvme"?',
    },
  ]);
});

// Proves: sizes.interrupt-vectors
test('rejects a size with more interrupts than a virtual CPU can serve', () => {
  const hostDevices = Array.from({ length: 60 }, (_, index) => ({
    name: `function-${index}`,
    deviceName: 'intel.com/vf',
  }));
  expect(
    check({
      kubevirt: kubevirt(['HostDevices'], {
        permittedHostDevices: { pciHostDevices: [{ resourceName: 'intel.com/vf' }] },
      }),
      instancetypes: [size({ hostDevices })],
    }),
  ).toEqual([
    {
      path: ['instancetypes', 0],
      message:
        'with the preference "sockets-advantage", one virtual CPU would serve 210 interrupts ' +
        '(MSI-X vectors) of devices, and can serve 200; hand fewer devices through',
    },
  ]);
});

test('accepts spreadRatio only with the CPU topology "spread"', () => {
  expect(
    check({
      preferences: [
        { name: 'plain', cpuTopology: 'cores' },
        { name: 'mine', cpuTopology: 'cores', spreadRatio: 2 },
      ],
    }),
  ).toEqual([
    {
      path: ['preferences', 1, 'spreadRatio'],
      message: 'only cpuTopology "spread" has a ratio, this is "cores"',
    },
  ]);
});

test.each(['writeback', 'writethrough'] as const)(
  'rejects native I/O of disks with the cache %s, with which no VM starts',
  (diskCache) => {
    const preference = { cpuTopology: 'cores' as const };
    const preferences = [
      {
        ...preference,
        name: 'a',
        devices: { diskCache: 'none' as const, diskIo: 'native' as const },
      },
      { ...preference, name: 'b', devices: { diskIo: 'native' as const } },
      { ...preference, name: 'c', devices: { diskCache, diskIo: 'threads' as const } },
      { ...preference, name: 'd', devices: { diskCache, diskIo: 'native' as const } },
    ];
    expect(check({ preferences })).toEqual([
      {
        path: ['preferences', 3, 'devices', 'diskCache'],
        message:
          `no VM starts with the cache "${diskCache}" and diskIo "native", which goes past it; set ` +
          '"none", or diskIo "threads"',
      },
    ]);
  },
);

test('refuses other CPUs for a size that VMs in the infra cluster were made with', () => {
  const spec = { cpu: { guest: 2 }, memory: { guest: '16Gi' } };
  const entry = { key: 'instancetypes', name: 'custom', spec, vms: 1 } as const;
  expect(
    checkMachines({ instancetypes: [size({})] }, { cluster: { machineCatalogue: [entry] } }),
  ).toEqual([
    {
      path: ['instancetypes', 0, 'cpu'],
      message:
        'VMs that exist (1) keep 2; leave "custom" as it is, and add a size with another name for 4',
    },
  ]);
});
