// SPDX-License-Identifier: Apache-2.0

/** CPUs and memory that a VM's pod requests from a host, or that a host has. */
export interface Demand {
  /** Host CPUs: virtual ones divided by the platform's `cpuAllocationRatio`. */
  readonly cpu: number;
  readonly memoryMib: number;
  /** Pods of a VM, or those that the kubelet of a host takes. @default not counted */
  readonly pods?: number;
  /** Whether a VM may run on a host, by the name of the host. @default on all */
  readonly mayRunOn?: ((host: string) => boolean) | undefined;
}

/** A host's capacity for VMs. */
export interface Room extends Demand {
  readonly name: string;
}

/** A host whose capacity shrinks with every VM that is put there. */
type MutableRoom = { -readonly [Key in keyof Room]: Room[Key] };

/** The host of each VM, and the remaining capacity. */
export interface Placement<T extends Demand> {
  /** VMs by the name of their host. */
  readonly hosts: ReadonlyMap<string, readonly T[]>;
  readonly free: readonly Room[];
  /** VMs that no host had room for. */
  readonly unplaced: readonly T[];
}

/** Rounding tolerance: CPUs are fractions after a division. */
const roundingCpu = 1e-9;

function fits(demand: Demand, room: Room): boolean {
  return (
    (demand.mayRunOn?.(room.name) ?? true) &&
    demand.cpu <= room.cpu + roundingCpu &&
    demand.memoryMib <= room.memoryMib &&
    (demand.pods ?? 0) <= (room.pods ?? Infinity)
  );
}

/** Compares by memory, which hosts mostly run out of first, then by CPUs; the largest first. */
function bySize(one: Demand, other: Demand): number {
  return other.memoryMib - one.memoryMib || other.cpu - one.cpu;
}

/** Which of the hosts with room a VM gets: the first one, or the one that is least used then. */
export type Order = 'first' | 'emptiest';

/**
 * Returns the room that is least used once it has a VM, as the scheduler's score `LeastAllocated` chooses it.
 *
 * @see https://kubernetes.io/docs/reference/config-api/kube-scheduler-config.v1/#kubescheduler-config-k8s-io-v1-NodeResourcesFitArgs
 */
function emptiest(
  demand: Demand,
  rooms: readonly MutableRoom[],
  sizes: ReadonlyMap<string, Room>,
): MutableRoom | undefined {
  const freeShare = ({ cpu, memoryMib, name }: Room) => {
    const size = sizes.get(name);
    const share = (free: number, all = 0) => (all === 0 ? 0 : free / all);
    return (
      share(cpu - demand.cpu, size?.cpu) + share(memoryMib - demand.memoryMib, size?.memoryMib)
    );
  };
  let found: { readonly room: MutableRoom; readonly share: number } | undefined;
  for (const room of rooms) {
    if (!fits(demand, room)) continue;
    const share = freeShare(room);
    if (found === undefined || share > found.share) found = { room, share };
  }
  return found?.room;
}

/**
 * Puts each VM on the first host that has room for it, the largest VMs first.
 *
 * If all are placed, they fit. If one is left over, that does not prove that they do not fit, but
 * it is about as good as a scheduler, which never moves a VM to make room.
 *
 * @param order - which host with room a VM gets. @default the first
 */
export function placeMachines<T extends Demand>(
  machines: readonly T[],
  hosts: readonly Room[],
  order: Order = 'first',
): Placement<T> {
  const sizes = new Map(hosts.map((host) => [host.name, host]));
  const rooms: MutableRoom[] = hosts.map((host) => ({ ...host }));
  const placed = new Map<string, T[]>(hosts.map(({ name }) => [name, []]));
  const unplaced: T[] = [];
  for (const machine of [...machines].sort(bySize)) {
    const room =
      order === 'first' ? rooms.find((one) => fits(machine, one)) : emptiest(machine, rooms, sizes);
    if (room === undefined) {
      unplaced.push(machine);
      continue;
    }
    room.cpu -= machine.cpu;
    room.memoryMib -= machine.memoryMib;
    if (room.pods !== undefined) room.pods -= machine.pods ?? 0;
    placed.get(room.name)?.push(machine);
  }
  return { hosts: placed, free: rooms, unplaced };
}
