// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from './api-client.ts';
import {
  generationLabel,
  listOf,
  poolLabel,
  type Metadata,
  type VirtualMachine,
} from './machines.ts';

interface DataVolume {
  readonly metadata: Metadata;
}

/**
 * Deletes the disks of a pool that were made for an earlier generation and that no VM of the
 * namespace names. A disk without a generation, such as one with data, is none of them.
 *
 * @returns their names.
 */
export async function removeOldDisks(
  api: ApiClient,
  rollout: { readonly namespace: string; readonly pool: string; readonly generation: string },
): Promise<readonly string[]> {
  const { namespace, pool, generation } = rollout;
  const disks = `/apis/cdi.kubevirt.io/v1beta1/namespaces/${namespace}/datavolumes`;
  const query = `?labelSelector=${encodeURIComponent(`${poolLabel}=${pool},${generationLabel}`)}`;
  // Disks first: one that a VM took on in between is then seen in the list of VMs.
  const candidates = await listOf<DataVolume>(api, disks + query);
  const vms = await listOf<VirtualMachine>(
    api,
    `/apis/kubevirt.io/v1/namespaces/${namespace}/virtualmachines`,
  );
  const used = new Set(vms.flatMap(disksOf));
  const old = candidates
    .filter(({ metadata }) => metadata.labels?.[generationLabel] !== generation)
    .map(({ metadata }) => metadata.name)
    .filter((name) => !used.has(name));
  await Promise.all(old.map((name) => api.delete(`${disks}/${name}`)));
  return old;
}

function disksOf({ spec }: VirtualMachine): readonly (string | undefined)[] {
  const volumes = spec?.template?.spec?.volumes ?? [];
  return [
    ...volumes.map(({ dataVolume }) => dataVolume?.name),
    ...volumes.map(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName),
    ...(spec?.dataVolumeTemplates ?? []).map(({ metadata }) => metadata?.name),
  ];
}
