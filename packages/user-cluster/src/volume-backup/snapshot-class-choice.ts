// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs } from '@strata/contracts';
import type { TenantStorageClass } from '@strata/contracts/fields';

type InfraClass = KubevirtStackOutputs['storageClasses'][number];

/** A class of volumes, with the class of their snapshots or the reason why there is none. */
export type SnapshotClassChoice = { readonly snapshotClass: string } | { readonly problem: string };

/** Returns the VolumeSnapshotClass by which volumes of a class are backed up. */
export function snapshotClassChoice(
  {
    name,
    infraClass,
    snapshotClass,
  }: Pick<TenantStorageClass, 'name' | 'infraClass' | 'snapshotClass'>,
  infra: Pick<InfraClass, 'provisioner' | 'snapshotClasses'>,
): SnapshotClassChoice {
  const known = infra.snapshotClasses;
  if (snapshotClass !== undefined) return { snapshotClass };
  if (known === undefined) {
    const problem = `the platform does not say which VolumeSnapshotClasses "${infraClass}" has: bring the platform up, or name one by snapshotClass of "${name}" in storage.classes`;
    return { problem };
  }
  const [first, ...others] = known;
  if (first === undefined) {
    const problem = `volumes of the storage class "${name}" can have no snapshots: "${infraClass}" has no VolumeSnapshotClass on the infra cluster; make one for its driver ${infra.provisioner} and bring the platform up, give "${name}" an infraClass that has one, or leave volumes out`;
    return { problem };
  }
  if (others.length > 0) {
    const problem = `"${infraClass}" has several VolumeSnapshotClasses on the infra cluster (${known.join(', ')}): name one by snapshotClass of "${name}" in storage.classes`;
    return { problem };
  }
  return { snapshotClass: first };
}
