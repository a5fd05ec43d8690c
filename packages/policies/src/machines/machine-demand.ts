// SPDX-License-Identifier: Apache-2.0
import { launcherMemoryMib } from '@strata/contracts/launcher-memory';
import { parseQuantity } from '@strata/contracts/quantity';
import { at, kinds, listOf, machineKinds, machineOf, objectOf, textOf } from '../resource/index.ts';
import type { Json, Subject } from '../resource/index.ts';

/** The resources of a host that one VM needs. */
export interface Demand {
  readonly cpus: number;
  /** Whether its CPUs are dedicated. */
  readonly isDedicated: boolean;
  /** Memory in bytes that its pod requests at least: its own, and that of virt-launcher. */
  readonly memory: number;
  /** Number of each device, by resource name. */
  readonly devices: Readonly<Record<string, number>>;
}

const machines: readonly string[] = machineKinds;

function countDevices(lists: readonly (Json | undefined)[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const device of lists.flatMap(listOf)) {
    const name = textOf(at(device, 'deviceName'));
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Returns whether there is any device. */
const isAny = (devices: Demand['devices']) => Object.keys(devices).length > 0;

/**
 * Returns the memory that the pod of a VM requests at least. Whether it has a TPM and a container disk,
 * which need some more, an instancetype does not say.
 *
 * @param bytes - memory of the VM that its pod requests.
 */
function podMemory(bytes: number, cpu: number, demand: Pick<Demand, 'devices' | 'isDedicated'>) {
  const { devices, isDedicated } = demand;
  const memoryMib = launcherMemoryMib({
    cpu,
    memoryGiB: bytes / 2 ** 30,
    hasHostDevice: isAny(devices),
    hasDedicatedCpus: isDedicated,
    hasTpm: false,
    hasContainerDisk: false,
  });
  return memoryMib * 2 ** 20;
}

function numberOf(value: Json | undefined): number {
  return parseQuantity(value) ?? 0;
}

/**
 * Returns the demand of an instancetype. Its `overcommitPercent` is the share of memory that is not
 * requested.
 */
function ofInstancetype(spec: Json | undefined): Demand {
  const isolated = at(spec, 'cpu', 'isolateEmulatorThread') === true ? 1 : 0;
  const overcommit = numberOf(at(spec, 'memory', 'overcommitPercent'));
  const guest = numberOf(at(spec, 'cpu', 'guest'));
  const isDedicated = at(spec, 'cpu', 'dedicatedCPUPlacement') === true;
  const devices = countDevices([at(spec, 'gpus'), at(spec, 'hostDevices')]);
  const own = numberOf(at(spec, 'memory', 'guest')) * (1 - overcommit / 100);
  const memory = podMemory(own, guest, { devices, isDedicated });
  return { cpus: guest + isolated, isDedicated, memory, devices };
}

function ofDomain(domain: Json | undefined): Demand {
  const cpu = objectOf(at(domain, 'cpu'));
  const factors = ['sockets', 'cores', 'threads'].map((key) => numberOf(cpu[key]) || 1);
  const guest = factors.reduce((product, factor) => product * factor, 1);
  const requests = objectOf(at(domain, 'resources', 'requests'));
  const isDedicated = cpu.dedicatedCpuPlacement === true;
  const devices = countDevices([
    at(domain, 'devices', 'gpus'),
    at(domain, 'devices', 'hostDevices'),
  ]);
  const own = numberOf(requests.memory ?? at(domain, 'memory', 'guest'));
  return {
    cpus: Math.max(guest, numberOf(requests.cpu)) + (cpu.isolateEmulatorThread === true ? 1 : 0),
    isDedicated,
    memory: podMemory(own, guest, { devices, isDedicated }),
    devices,
  };
}

/** Returns what a VM, or any VM of an instancetype, needs of its host. */
export function demandOf(subject: Subject): Demand {
  return machines.includes(subject.type)
    ? ofDomain(machineOf(subject).spec.domain)
    : ofInstancetype(at(subject.object, 'spec'));
}

/** The kinds that define what VMs need. */
export const demandKinds = [
  kinds.clusterInstancetype,
  kinds.instancetype,
  ...machineKinds,
] as const;
