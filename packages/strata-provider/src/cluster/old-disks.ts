// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { disksOfVm, disksOfVmi, generationLabel, listOf, poolLabel } from './machines.ts';
import type { Metadata, VirtualMachine, VirtualMachineInstance } from './machines.ts';

interface DataVolume {
  readonly metadata: Metadata;
}

/**
 * Deletes the disks of a pool that belong to an earlier generation and that no VM or VMI of the
 * namespace uses. Keeps disks without a generation, such as data disks.
 *
 * @returns the names of the deleted disks.
 */
export async function removeOldDisks(
  api: ApiClient,
  rollout: { readonly namespace: string; readonly pool: string; readonly generation: string },
): Promise<readonly string[]> {
  const { namespace, pool, generation } = rollout;
  const disks = `/apis/cdi.kubevirt.io/v1beta1/namespaces/${namespace}/datavolumes`;
  const query = `?labelSelector=${encodeURIComponent(`${poolLabel}=${pool},${generationLabel}`)}`;
  // Lists disks before VMs: when a VM starts to use a disk in between, the list of VMs shows it.
  const candidates = await listOf<DataVolume>(api, disks + query);
  const base = `/apis/kubevirt.io/v1/namespaces/${namespace}`;
  const [vms, vmis] = await Promise.all([
    listOf<VirtualMachine>(api, `${base}/virtualmachines`),
    listOf<VirtualMachineInstance>(api, `${base}/virtualmachineinstances`),
  ]);
  const used = new Set([...vms.flatMap(disksOfVm), ...vmis.flatMap(disksOfVmi)]);
  const old = candidates
    .filter(({ metadata }) => metadata.labels?.[generationLabel] !== generation)
    .map(({ metadata }) => metadata.name)
    .filter((name) => !used.has(name));
  await Promise.all(old.map((name) => api.delete(`${disks}/${name}`)));
  return old;
}
