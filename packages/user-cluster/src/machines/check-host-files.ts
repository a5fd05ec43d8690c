// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { CheckContext } from '../checks/check-context.ts';
import { allMachines } from './all-machines.ts';
import type { MachineGroup } from './all-machines.ts';

/** A disk that is a file of a host, and the group of VMs that it belongs to. */
interface HostFile {
  readonly owner: MachineGroup;
  readonly file: string;
  readonly path: Problem['path'];
}

function hostFiles(context: CheckContext): HostFile[] {
  return allMachines(context.config).flatMap((owner) =>
    owner.machine.disks.flatMap((disk, index) =>
      disk.kind === 'host' && disk.path !== undefined
        ? [{ owner, file: disk.path, path: [...owner.path, 'disks', index, 'path'] }]
        : [],
    ),
  );
}

/** Returns whether no host can run VMs of both groups. */
function areApart({ machine: one }: MachineGroup, { machine: other }: MachineGroup): boolean {
  const [wanted, others] = [one.scheduling.nodeSelector, other.scheduling.nodeSelector];
  return Object.entries(wanted).some(
    ([label, value]) => others[label] !== undefined && others[label] !== value,
  );
}

function problemOf({ owner, file }: HostFile, before: readonly HostFile[]): string | undefined {
  const { machine, replicas, title } = owner;
  const same = before.filter((other) => other.file === file);
  if (same.some((other) => other.owner === owner)) {
    return `${file} is another disk of the same machine already; name another file`;
  }
  const shared = same.find((other) => !areApart(owner, other.owner));
  if (shared !== undefined) {
    return (
      `machines of ${shared.owner.title} have ${file} as well, and on one host it is one file; name ` +
      'another one, or keep them on different hosts by different values of one label in ' +
      'scheduling.nodeSelector'
    );
  }
  if (replicas > 1 && machine.scheduling.podAntiAffinityPreset !== 'hard') {
    return (
      `the ${replicas} machines of ${title} may meet on one host, where ${file} is one file for all of ` +
      'them; set scheduling.podAntiAffinityPreset: hard'
    );
  }
  return undefined;
}

/**
 * Reports VMs that could write into the same file: KubeVirt gives every VM the file that its disk names,
 * and takes an existing file as it is. Files of other clusters are not known here.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/host-disk/host-disk.go mountHostDiskAndSetOwnership
 */
export function sharedHostFiles(context: CheckContext): Problem[] {
  const files = hostFiles(context);
  return files.flatMap((one, index) => {
    const message = problemOf(one, files.slice(0, index));
    return message === undefined ? [] : [{ path: one.path, message }];
  });
}
