// SPDX-License-Identifier: Apache-2.0
import { titleOf } from '../resource/index.ts';
import type { Subject } from '../resource/index.ts';
import type { ResourceRule } from '../rule/index.ts';
import { demandKinds, demandOf } from './machine-demand.ts';
import type { Demand } from './machine-demand.ts';

/** Hosts with the same resources. */
interface HostKind {
  /** CPU threads that are allocatable for pods. */
  readonly cpus: number;
  readonly memoryGiB: number;
  /** Devices by resource name. @default none */
  readonly devices?: Readonly<Record<string, number>>;
}

/** Settings of this rule in an environment. */
export interface HostSettings {
  readonly hosts: readonly HostKind[];
  readonly cpuAllocationRatio: number;
}

/** Bytes in a GiB. */
const gib = 2 ** 30;

/** Rounds up to hundredths. */
const rounded = (number: number) => Math.ceil(number * 100) / 100;

/** Returns the resources of which a VM needs more than a host has; empty if it fits. */
function excess(demand: Demand, host: HostKind, cpuAllocationRatio: number): readonly string[] {
  const cpus = demand.isDedicated ? demand.cpus : demand.cpus / cpuAllocationRatio;
  return [
    ...(cpus > host.cpus ? [`CPUs: ${cpus} of ${host.cpus}`] : []),
    ...(demand.memory > host.memoryGiB * gib
      ? [`memory: ${rounded(demand.memory / gib)} of ${host.memoryGiB} GiB`]
      : []),
    ...Object.entries(demand.devices)
      .filter(([name, count]) => count > (host.devices?.[name] ?? 0))
      .map(([name, count]) => `${name}: ${count} of ${host.devices?.[name] ?? 0}`),
  ];
}

function checkHosts(subject: Subject, settings: HostSettings): readonly string[] {
  const { hosts, cpuAllocationRatio } = settings;
  const demand = demandOf(subject);
  const found = hosts.map((host) => excess(demand, host, cpuAllocationRatio));
  const [closest] = found.toSorted((one, other) => one.length - other.length);
  return closest === undefined || closest.length === 0
    ? []
    : [
        `${titleOf(subject)} fits on no host, even an empty one (needs of has: ${closest.join('; ')}); ` +
          'ask for less, or add such hosts.',
      ];
}

/** Rejects VMs that fit on no host: they would stay Pending forever, without an error. */
export const fitsAHost: ResourceRule<HostSettings> = {
  name: 'fits-a-host',
  area: 'machines',
  refuses: 'A machine, or a size of machines, that even an empty host cannot take.',
  why: 'It stays Pending forever, and the only explanation is a scheduler event of its pod.',
  source: 'https://kubernetes.io/docs/concepts/scheduling-eviction/kube-scheduler/',
  level: 'mandatory',
  settings: {
    hosts: {
      what: 'kinds of hosts: `[{cpus, memoryGiB, devices: {<resource>: <count>}}]`; without any, nothing is judged',
      default: [],
      schema: {
        type: 'array',
        items: {
          type: 'object',
          required: ['cpus', 'memoryGiB'],
          properties: {
            cpus: { type: 'number', exclusiveMinimum: 0 },
            memoryGiB: { type: 'number', exclusiveMinimum: 0 },
            devices: { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } },
          },
          additionalProperties: false,
        },
      },
    },
    cpuAllocationRatio: {
      what: 'virtual CPUs for each CPU thread of a host: `cpuAllocationRatio` of `kubevirt-stack:kubevirt`',
      default: 10,
      schema: { type: 'number', minimum: 1 },
    },
  },
  kinds: demandKinds,
  check: checkHosts,
};
