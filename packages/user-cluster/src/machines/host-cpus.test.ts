// SPDX-License-Identifier: Apache-2.0
import { migrationContract } from '@strata/contracts';
import { machineMobility } from './index.ts';
import type { MobilityContext } from './index.ts';
import { testMachine, testPlatform } from './test-cluster.ts';

const hosts = [
  { name: 'metal-0', zone: 'a' },
  { name: 'metal-1', zone: 'b' },
  { name: 'metal-2', zone: 'b' },
];

/** The first host is newer than the two others, which refuse VMs with its CPU. */
const newer = hosts.map((one, index) =>
  index === 0 ? { ...one, cpuRefusedBy: ['metal-1', 'metal-2'] } : one,
);
const ownCpu =
  'it has the CPU of the host on which it starts, and no other host runs that of "metal-0": set a cpuModel that all hosts have, of its size or of all (kubevirt.cpuModel)';
/** @see https://libvirt.org/formatdomain.html#cpu-model-and-topology `host-passthrough` */
const veryCpu = (names: string) =>
  'it has the very CPU of its host (cpuModel host-passthrough), so its second pod needs a host with the same, and ' +
  `KubeVirt looks for none: not all hosts for it run the CPU of ${names}: set another cpuModel, of its size or ` +
  'of all (kubevirt.cpuModel), or keep it to like hosts by its scheduling';
const none = 'its evictionStrategy is None';
const zone = 'topology.kubernetes.io/zone';

interface Row {
  readonly scheduling: object;
  readonly evictionStrategy?: 'None';
  readonly hosts: MobilityContext['hosts'];
  /** CPU models of the platform and of the size. */
  readonly cpuModels?: readonly [platform: string | undefined, size?: string];
  readonly expected: readonly ['migrates' | 'drains' | 'blocks', ...string[]];
}

const rows: Readonly<Record<string, Row>> = {
  'a host with a newer CPU than all others': {
    scheduling: {},
    hosts: newer,
    expected: ['blocks', ownCpu],
  },
  'a host with a newer CPU, and a CPU model that all hosts have': {
    scheduling: {},
    hosts: newer,
    cpuModels: ['Haswell-noTSX'],
    expected: ['migrates'],
  },
  'a host with a newer CPU, and a size with a CPU model that all hosts have': {
    scheduling: {},
    hosts: newer,
    cpuModels: [undefined, 'Haswell-noTSX'],
    expected: ['migrates'],
  },
  'a host with a newer CPU, and a size that has the CPU of its host all the same': {
    scheduling: {},
    hosts: newer,
    cpuModels: ['Haswell-noTSX', 'host-model'],
    expected: ['blocks', ownCpu],
  },
  'hosts with different CPUs, and the very CPU of the host': {
    scheduling: {},
    hosts: hosts.map((one, index) => (index === 2 ? one : { ...one, cpuRefusedBy: ['metal-2'] })),
    cpuModels: ['host-passthrough'],
    expected: ['blocks', veryCpu('"metal-0", "metal-1"')],
  },
  'a host with a newer CPU, and a size with the very CPU of its host': {
    scheduling: {},
    hosts: newer,
    cpuModels: ['Haswell-noTSX', 'host-passthrough'],
    expected: ['blocks', veryCpu('"metal-0"')],
  },
  'like hosts alone, and the very CPU of the host': {
    scheduling: { nodeSelector: { [zone]: 'b' } },
    hosts: newer,
    cpuModels: ['host-passthrough'],
    expected: ['migrates'],
  },
  'a host with a newer CPU, which is not one of those for it': {
    scheduling: { nodeSelector: { [zone]: 'b' } },
    hosts: newer,
    expected: ['migrates'],
  },
  'two hosts with a newer CPU': {
    scheduling: {},
    hosts: hosts.map((one, index) => (index === 2 ? one : { ...one, cpuRefusedBy: ['metal-2'] })),
    expected: ['migrates'],
  },
  'a host with a newer CPU, and machines that shut down': {
    scheduling: {},
    hosts: newer,
    evictionStrategy: 'None',
    expected: ['drains', none],
  },
};

// Proves: drains-and-updates.host-drain
test.each(Object.entries(rows))('%s', (_, row) => {
  const { evictionStrategy, expected, scheduling } = row;
  const [behaviour, ...reasons] = expected;
  const [platformModel, sizeModel] = row.cpuModels ?? [];
  const { machine } = testMachine({
    scheduling,
    ...(evictionStrategy !== undefined && { evictionStrategy }),
  });
  const mobility = machineMobility(machine, {
    role: 'worker',
    network: { binding: 'masquerade', ipPreservingCni: false },
    platform: {
      ...testPlatform,
      ...(platformModel !== undefined && { cpuModel: platformModel }),
      instancetypes: testPlatform.instancetypes.map((size) => ({
        ...size,
        ...(sizeModel !== undefined && { cpuModel: sizeModel }),
      })),
    },
    replicas: 2,
    maxUnavailable: 1,
    hosts: row.hosts,
  });
  expect(migrationContract(mobility)).toEqual({ behaviour, reasons });
});
