// SPDX-License-Identifier: Apache-2.0
import {
  at,
  isUnknown,
  listOf,
  machineKinds,
  machineOf,
  textOf,
  titleOf,
} from '../resource/index.ts';
import type { Machine, Subject } from '../resource/index.ts';
import type { ResourceRule } from '../rule/index.ts';

const annotation = 'kubevirt.io/placePCIDevicesOnRootComplex';
const ignition = 'kubevirt.io/ignitiondata';

/** Returns whether a VM has Ignition data, or an image with Flatcar in its name. */
function isFlatcar({ annotations, spec, diskTemplates }: Machine): boolean {
  const images = [
    ...diskTemplates.flatMap((one) => [
      textOf(at(one, 'spec', 'sourceRef', 'name')),
      textOf(at(one, 'spec', 'source', 'registry', 'url')),
      textOf(at(one, 'spec', 'source', 'http', 'url')),
    ]),
    ...listOf(spec.volumes).map((volume) => textOf(at(volume, 'containerDisk', 'image'))),
  ];
  return ignition in annotations || images.some((image) => image?.includes('flatcar'));
}

function checkAnnotation(subject: Subject): readonly string[] {
  const machine = machineOf(subject);
  const value = machine.annotations[annotation];
  if (!isFlatcar(machine) || isUnknown(value) || value === 'true') return [];
  return [
    `${titleOf(subject)} starts from Ignition (Flatcar) without the annotation ${annotation}: "true" ` +
      'in its template; add it.',
  ];
}

/**
 * Requires the annotation without which KubeVirt can lose the Ignition data that it passes to QEMU.
 */
export const flatcarRootComplex: ResourceRule = {
  name: 'flatcar-root-complex',
  area: 'machines',
  refuses: `A Flatcar machine without the annotation ${annotation}.`,
  why: 'KubeVirt from 1.6.4 on can lose its Ignition data, and the machine starts without a configuration.',
  source: 'https://github.com/kubevirt/kubevirt/issues/16901',
  level: 'mandatory',
  settings: {},
  kinds: machineKinds,
  check: checkAnnotation,
};
