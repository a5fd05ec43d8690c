// SPDX-License-Identifier: Apache-2.0
import { onlyDisks } from './datacenter-fields.ts';
import type { KubevirtDatacenter } from './datacenter-fields.ts';

/** Storage classes of all user clusters, whether their volumes have snapshots, and messages. */
export interface TranslatedStorage {
  readonly classes: readonly Readonly<Record<string, unknown>>[];
  readonly hasSnapshots: boolean;
  readonly lines: readonly string[];
}

/** Place of the lists, for messages. */
const place = 'spec.kubevirt';

/** Returns the snapshot class that all classes get, and messages about the others. */
function snapshotsOf(
  title: string,
  { infraVolumeSnapshotClasses: all = [] }: KubevirtDatacenter,
  count: number,
) {
  const found = all.findIndex((one) => one.isDefaultClass);
  const index = found === -1 ? 0 : found;
  const chosen = all[index]?.infraVolumeSnapshotClass;
  if (chosen === undefined) return { lines: [] };
  const at = (one: number) => `${title}: ${place}.infraVolumeSnapshotClasses[${one}]`;
  if (count === 0) {
    return {
      lines: [`${at(index)} is left out: no class of storage.classes has it as snapshotClass`],
    };
  }
  const others = all.flatMap((_, one) =>
    one === index
      ? []
      : [`${at(one)} is left out: a class has one snapshotClass, and that of all is "${chosen}"`],
  );
  const shared = `${at(index)} is snapshotClass of all ${count} classes: take it out of those with another driver`;
  return { chosen, lines: [...(count > 1 ? [shared] : []), ...others] };
}

/**
 * Returns the storage classes that clusters of a datacenter have inside.
 *
 * @param title - of the datacenter, for messages.
 */
export function translateStorage(title: string, kubevirt: KubevirtDatacenter): TranslatedStorage {
  const all = kubevirt.infraStorageClasses ?? [];
  const inside = all.filter(({ volumeProvisioner }) => volumeProvisioner !== onlyDisks);
  const snapshots = snapshotsOf(title, kubevirt, inside.length);
  const classes = inside.map((one) => ({
    // As KKP calls them, so that claims stay as they are.
    name: `kubevirt-${one.name.replaceAll('.', '-')}`,
    infraClass: one.name,
    ...(one.isDefaultClass === true && { default: true }),
    ...(one.reclaimPolicy && { reclaimPolicy: one.reclaimPolicy }),
    ...(one.volumeBindingMode && { volumeBindingMode: one.volumeBindingMode }),
    // Without a word, ours follows the infra class; KKP's volumes cannot grow then.
    expansion: one.allowVolumeExpansion === true,
    ...(snapshots.chosen !== undefined && { snapshotClass: snapshots.chosen }),
  }));
  const lines = all.flatMap(({ name, volumeProvisioner }, index) => {
    const at = `${title}: ${place}.infraStorageClasses[${index}]`;
    if (volumeProvisioner === onlyDisks) {
      return [
        `${at} is left out: "${name}" is for disks of machines alone, which name it as className, or all of them with --storage-class`,
      ];
    }
    return name.includes('.')
      ? [`${at}.name has dots: the class is called "kubevirt-${name.replaceAll('.', '-')}" inside`]
      : [];
  });
  return {
    classes,
    hasSnapshots: snapshots.chosen !== undefined,
    lines: [...lines, ...snapshots.lines],
  };
}
