// SPDX-License-Identifier: Apache-2.0
import {
  at,
  containersOf,
  kinds,
  listOf,
  machineKinds,
  machineOf,
  podSpecOf,
  textOf,
  workloadKinds,
} from '../resource/index.ts';
import type { Json, Subject } from '../resource/index.ts';

const machines: readonly string[] = machineKinds;
const workloads: readonly string[] = workloadKinds;

/** An image, and the container or disk that uses it. */
export interface FoundImage {
  readonly image: string;
  readonly where: string;
}

/** Returns the container disk that CDI imports, without its scheme. */
function ofDataVolume(dataVolume: Json | undefined): readonly FoundImage[] {
  const url = textOf(at(dataVolume, 'spec', 'source', 'registry', 'url'));
  return url?.startsWith('docker://') === true
    ? [{ image: url.slice('docker://'.length), where: 'its disk' }]
    : [];
}

function ofMachine(subject: Subject): readonly FoundImage[] {
  const { spec, diskTemplates } = machineOf(subject);
  const disks = listOf(spec.volumes).flatMap((volume) => {
    const image = textOf(at(volume, 'containerDisk', 'image'));
    return image === undefined
      ? []
      : [{ image, where: `disk ${textOf(at(volume, 'name')) ?? ''}` }];
  });
  return [...disks, ...diskTemplates.flatMap(ofDataVolume)];
}

/** Returns every image that a resource runs or copies. */
export function imagesOf(subject: Subject): readonly FoundImage[] {
  const { type, object } = subject;
  if (workloads.includes(type)) {
    return containersOf(podSpecOf(subject)).flatMap(({ name, spec }) => {
      const image = textOf(at(spec, 'image'));
      return image === undefined ? [] : [{ image, where: `container ${name}` }];
    });
  }
  if (machines.includes(type)) return ofMachine(subject);
  if (type === kinds.dataVolume) return ofDataVolume(object);
  if (type === kinds.dataImportCron) return ofDataVolume(at(object, 'spec', 'template'));
  const image = textOf(at(object, 'spec', 'image'));
  return image === undefined ? [] : [{ image, where: 'its pods' }];
}
