// SPDX-License-Identifier: Apache-2.0
import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '@strata/contracts';
import type { CatalogueEntry, ClusterFacts } from '../cluster/cluster-facts.ts';
import { offeredMachines } from './flavors.ts';
import type { MachineConfig } from './flavors.ts';
import { renderInstancetype } from './render-instancetype.ts';
import { renderPreference } from './render-preference.ts';

type Catalogue = Pick<ClusterFacts, 'machineCatalogue'>;

/** The part of a size that the quota of a user cluster and its room on hosts are computed from. */
interface SizeSpec {
  readonly cpu: {
    readonly guest: number;
    readonly dedicatedCPUPlacement?: boolean;
    readonly isolateEmulatorThread?: boolean;
  };
  readonly memory: { readonly guest: string };
  readonly ioThreadsPolicy?: string;
  readonly ioThreads?: { readonly supplementalPoolThreadCount?: number };
  readonly hostDevices?: readonly unknown[];
  readonly gpus?: readonly unknown[];
}

function threadsOf({ ioThreads, ioThreadsPolicy }: SizeSpec): number {
  return ioThreadsPolicy === 'supplementalPool' ? (ioThreads?.supplementalPoolThreadCount ?? 0) : 0;
}

/** Returns which CPUs of its host a VM has, beside those of its guest. */
function cpusOfHost(spec: SizeSpec): string {
  const { cpu } = spec;
  if (cpu.dedicatedCPUPlacement !== true) return 'shared CPUs';
  const emulator = cpu.isolateEmulatorThread === true ? 1 : 0;
  return `dedicated CPUs and ${emulator + threadsOf(spec)} more for QEMU`;
}

/** Returns for which threads the pod of a VM requests shared CPUs, beside those of its guest. */
function ioThreadsOf(spec: SizeSpec): string {
  const threads = threadsOf(spec);
  return threads === 0 ? 'no pool of IO threads' : `${threads} IO threads`;
}

/** A VM with devices of its host needs more memory there, however many there are. */
function devicesOfHost({ gpus = [], hostDevices = [] }: SizeSpec): string {
  return gpus.length + hostDevices.length > 0 ? 'devices of the host' : 'no devices of the host';
}

/** Returns an object as the API gets it: without keys whose value is undefined. */
const asSent = (spec: object) => JSON.parse(JSON.stringify(spec)) as object;

const used = ({ machineCatalogue }: Catalogue, key: CatalogueEntry['key']) =>
  machineCatalogue.filter((entry) => entry.key === key && entry.vms > 0);

/**
 * Refuses other numbers for a size that VMs were made with. virt-controller keeps the size of each VM as
 * it was when the VM was created, so the change would reach no VM; the quota of a user cluster and what
 * plans say of room would follow it, and its VMs could find no room at their next start.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/instancetype/revision/store.go
 */
export function resizedInstancetypes(config: MachineConfig, cluster: Catalogue): Problem[] {
  const entries = used(cluster, 'instancetypes');
  return (config.instancetypes ?? []).flatMap((size, index) => {
    const entry = entries.find(({ name }) => name === size.name);
    if (entry === undefined) return [];
    const kept = entry.spec as SizeSpec;
    const asked = renderInstancetype(size) as SizeSpec;
    const areShared = [kept, asked].every(({ cpu }) => cpu.dedicatedCPUPlacement !== true);
    const changes = [
      { key: 'cpu', from: kept.cpu.guest, to: asked.cpu.guest },
      { key: 'memoryGiB', from: kept.memory.guest, to: asked.memory.guest },
      { key: 'dedicatedCpus', from: cpusOfHost(kept), to: cpusOfHost(asked) },
      ...(areShared ? [{ key: 'ioThreads', from: ioThreadsOf(kept), to: ioThreadsOf(asked) }] : []),
      { key: 'hostDevices', from: devicesOfHost(kept), to: devicesOfHost(asked) },
    ].filter(({ from, to }) => from !== to);
    return changes.map(({ key, from, to }) => ({
      path: ['instancetypes', index, key],
      message:
        `VMs that exist (${entry.vms}) keep ${from}; leave "${size.name}" as it is, ` +
        `and add a size with another name for ${to}`,
    }));
  });
}

/**
 * Returns a warning for each size and preference that the update changes in another way: VMs that
 * were made with it keep it as it was.
 */
export function changedMachineNotes(config: MachineConfig, cluster: Catalogue): string[] {
  const offered = offeredMachines(config);
  const rendered = {
    instancetypes: new Map(
      offered.instancetypes.map((size) => [size.name, renderInstancetype(size)]),
    ),
    preferences: new Map(
      offered.preferences.map((preference) => [preference.name, renderPreference(preference)]),
    ),
  };
  return (['instancetypes', 'preferences'] as const).flatMap((key) =>
    used(cluster, key).flatMap(({ name, spec, vms }) => {
      const asked: object | undefined = rendered[key].get(name);
      return asked === undefined || isDeepStrictEqual(asSent(asked), spec)
        ? []
        : [
            `${key}: "${name}" changes; VMs that exist (${vms}) keep it as it was until they are ` +
              'replaced.',
          ];
    }),
  );
}
