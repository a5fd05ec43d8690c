// SPDX-License-Identifier: Apache-2.0
import { generationsAt } from '@strata/user-cluster/restore';
import type { RestoredMember } from '@strata/user-cluster/restore';
import { encryptionKeyName } from '@strata/user-cluster/restored';
import type { EncryptionKey } from '@strata/user-cluster/restored';
import { z } from 'zod';
import { ProveError } from '../prove-error.ts';
import { canHave } from './node-affinity.ts';
import type { FoundMachine } from './found-machine.ts';
import type { FoundDisk, TenantNamespace } from './tenant-namespace.ts';

/** Port of etcd's peers. */
const peerPort = 2380;

/** A variable of the scripts of a machine; the file with them is text inside of JSON. */
const peerVariable = /(?<![A-Z])PEER='([^']*)'/;

/**
 * Returns the address at which etcd of a machine has its peers, from its start-up data.
 *
 * @returns undefined when the data does not say so.
 */
export function peerOf(userData: string): string | undefined {
  const [, address = ''] = peerVariable.exec(userData) ?? [];
  if (address === '') return undefined;
  return address.includes(':') ? `[${address}]` : address;
}

async function peerUrl(
  namespace: TenantNamespace,
  { name, userData }: FoundMachine,
  replicas: number,
): Promise<string> {
  if (replicas === 1) return `https://127.0.0.1:${peerPort}`;
  const address = userData === undefined ? undefined : peerOf(await namespace.userData(userData));
  if (address !== undefined) return `https://${address}:${peerPort}`;
  throw new ProveError(`The start-up data of ${name} does not say its address among its peers.`);
}

/**
 * Refuses disks that no host can have all at once, such as local ones of several hosts: one pod writes them.
 *
 * @param disks - by their claims.
 */
async function refuseSeparateDisks(
  namespace: TenantNamespace,
  disks: ReadonlyMap<string, FoundDisk>,
): Promise<void> {
  const all = [...disks.values()];
  if (all.every(({ affinity }) => affinity === undefined)) return;
  const hosts = await namespace.hosts();
  if (hosts.some((host) => all.every(({ affinity }) => canHave(host, affinity)))) return;
  throw new ProveError(
    `No host can have the disks ${[...disks.keys()].join(', ')} at once: their volumes belong to different hosts or zones, and one pod writes them all. Nothing is changed; restore by hand (docs/runbooks/restore-user-cluster.md#by-hand-before-you-begin).`,
  );
}

/**
 * Returns the members of the new cluster, which are all machines of the control plane.
 *
 * @param replicas - number of machines that the stack has.
 * @throws ProveError when a machine or a disk is missing, or when no host can have all disks.
 */
export async function membersOf(
  namespace: TenantNamespace,
  machines: readonly FoundMachine[],
  replicas: number,
): Promise<readonly RestoredMember[]> {
  const members: RestoredMember[] = [];
  const disks = new Map<string, FoundDisk>();
  for (let index = 0; index < replicas; index += 1) {
    const name = `cp-${index}`;
    const claim = `${name}-etcd`;
    const machine = machines.find((one) => one.name === name);
    const disk = await namespace.disk(claim);
    if (machine === undefined || disk === undefined) {
      const missing = machine === undefined ? `machine ${name}` : `disk ${claim}`;
      throw new ProveError(
        `${namespace.name} has no ${missing}: make the ${missing} again first (docs/runbooks/recover-etcd.md#all-disks-are-lost).`,
      );
    }
    const { volumeMode } = disk;
    members.push({ name, claim, volumeMode, peerUrl: await peerUrl(namespace, machine, replicas) });
    disks.set(claim, disk);
  }
  await refuseSeparateDisks(namespace, disks);
  return members;
}

const record = z.object({
  encryption: z.object({ generation: z.int().min(1), phase: z.string() }).optional(),
});

/**
 * Returns the keys that the machines have of those of the state: with them the restored API server reads
 * Secrets.
 *
 * @param all - keys of all generations, in their order.
 */
export function keysOfMachines(
  machines: readonly FoundMachine[],
  all: readonly EncryptionKey[],
): readonly EncryptionKey[] {
  const generations = machines.map(({ keys }) => {
    const { encryption } = record.parse(JSON.parse(keys ?? '{}'));
    if (encryption === undefined) return new Set([1]);
    const { known, used } = generationsAt('encryption', encryption);
    return new Set([used, ...known]);
  });
  // Each machine must read all Secrets.
  const names = all
    .map((_, index) => index + 1)
    .filter((generation) => generations.every((has) => has.has(generation)))
    .map(encryptionKeyName);
  return all.filter(({ name }) => names.includes(name));
}
