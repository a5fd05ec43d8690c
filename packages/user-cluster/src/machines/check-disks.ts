// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { CheckContext } from '../checks/check-context.ts';
import { unfitInfraClass, unknownInfraClass } from '../checks/infra-class.ts';
import type { DiskConfig } from '../config/index.ts';
import type { MachineGroup } from './all-machines.ts';
import { reservedDiskNames } from './render-disks.ts';

/** Keys that each kind of disk must have, and those that it may have. */
const keysOf: Readonly<
  Record<
    DiskConfig['kind'],
    {
      readonly required: readonly (keyof DiskConfig)[];
      readonly optional: readonly (keyof DiskConfig)[];
    }
  >
> = {
  data: {
    required: ['sizeGiB'],
    optional: ['className', 'accessModes', 'volumeMode', 'preallocation'],
  },
  empty: { required: ['sizeGiB'], optional: [] },
  host: { required: ['path'], optional: ['type', 'sizeGiB'] },
};

/** All keys that only some kinds have. */
const kindKeys = [
  ...new Set(Object.values(keysOf).flatMap(({ required, optional }) => [...required, ...optional])),
];

function wrongKeys(disk: DiskConfig): Problem[] {
  const { required, optional } = keysOf[disk.kind];
  const kind = `a disk of kind "${disk.kind}"`;
  return kindKeys.flatMap((key) => {
    const isThere = disk[key] !== undefined;
    if (required.includes(key)) {
      return isThere ? [] : [{ path: [key], message: `missing; ${kind} needs it` }];
    }
    return isThere && !optional.includes(key)
      ? [{ path: [key], message: `${kind} has no ${key}; remove it` }]
      : [];
  });
}

/**
 * Reports a size that is missing or too much: KubeVirt makes a file only with a size, and takes an
 * existing file as it is.
 */
function hostFileSize({ kind, type = 'DiskOrCreate', sizeGiB }: DiskConfig): Problem[] {
  if (kind !== 'host' || (type === 'DiskOrCreate') === (sizeGiB !== undefined)) return [];
  return [
    {
      path: ['sizeGiB'],
      message:
        sizeGiB === undefined
          ? 'missing; a file that is to be made needs a size (or type: Disk, for one that is there)'
          : 'a file that must be there has a size already; remove sizeGiB, or type: Disk',
    },
  ];
}

type Placed = Pick<DiskConfig, 'className' | 'accessModes'>;

/** Reports a StorageClass in which CDI could not make the disk: one that names its access modes needs less. */
function unfitClass({ className, accessModes }: Placed, { platform }: CheckContext): Problem[] {
  const problem =
    accessModes === undefined
      ? unfitInfraClass(className, platform)
      : unknownInfraClass(className, platform);
  return problem === undefined ? [] : [{ path: ['className'], message: problem }];
}

const hostDiskGate = 'HostDisk';

function missingGate({ kind }: DiskConfig, { platform }: CheckContext): Problem[] {
  if (kind !== 'host' || platform.featureGates.includes(hostDiskGate)) return [];
  return [
    {
      path: ['kind'],
      message: `files of hosts need the feature gate ${hostDiskGate}; add it to kubevirt.featureGates of the platform`,
    },
  ];
}

interface Named {
  readonly name: string;
  readonly path: readonly (string | number)[];
}

/** Reports repeated names: the disks, volumes and built-in disks of a VM share their names. */
function repeatedNames({ machine }: MachineGroup): Problem[] {
  const named: Named[] = [
    ...machine.disks.map(({ name }, index) => ({ name, path: ['disks', index, 'name'] })),
    ...machine.volumes.map(({ name }, index) => ({ name, path: ['volumes', index, 'name'] })),
  ];
  const taken = new Set<string>(reservedDiskNames);
  return named.flatMap(({ name, path }) => {
    const isTaken = taken.has(name);
    taken.add(name);
    if (!isTaken) return [];
    const isReserved = reservedDiskNames.some((reserved) => reserved === name);
    const message = isReserved
      ? `every machine has a disk "${name}" already; choose another name`
      : `"${name}" is the name of another disk or volume of this machine; choose another name`;
    return [{ path, message }];
  });
}

function checkVolumes({ machine }: MachineGroup): Problem[] {
  const accounts = machine.volumes.flatMap(({ kind, label }, index) =>
    kind === 'serviceAccount' ? [{ index, label }] : [],
  );
  return [
    ...accounts.slice(1).map(({ index }) => ({
      path: ['volumes', index, 'kind'],
      message: 'a machine can have one ServiceAccount; remove this one or the other',
    })),
    ...accounts
      .filter(({ label }) => label !== undefined)
      .map(({ index }) => ({
        path: ['volumes', index, 'label'],
        message: 'a volume of kind "serviceAccount" has no label; remove it',
      })),
  ];
}

/** Returns the problems of the disks and volumes of a VM, its root disk's StorageClass included. */
export function checkDisks(group: MachineGroup, context: CheckContext): Problem[] {
  const { machine } = group;
  const root = unfitClass(machine.rootDisk, context).map(({ path, message }) => ({
    path: ['rootDisk', ...path],
    message,
  }));
  const disks = machine.disks.flatMap((disk, index) =>
    [
      ...wrongKeys(disk),
      ...hostFileSize(disk),
      ...unfitClass(disk, context),
      ...missingGate(disk, context),
    ].map(({ path, message }) => ({ path: ['disks', index, ...path], message })),
  );
  return [...root, ...disks, ...repeatedNames(group), ...checkVolumes(group)].map(
    ({ path, message }) => ({ path: [...group.path, ...path], message }),
  );
}
