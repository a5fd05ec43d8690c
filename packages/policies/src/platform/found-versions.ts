// SPDX-License-Identifier: Apache-2.0
import { annotationKeys } from '@strata/contracts/annotations';
import type { Versions } from '@strata/contracts/compatibility';
import { at, containersOf, kinds, podSpecOf, textOf } from '../resource/index.ts';
import type { Json, StackSubject } from '../resource/index.ts';

/** Components whose version can be read from resources. */
type FoundPart = Exclude<keyof Versions, 'guestOs'>;

/** A version that was found in a stack. */
export interface FoundVersion {
  readonly part: FoundPart;
  /** Version without a leading `v`. */
  readonly version: string;
  readonly urn: string;
}

/** Components by the last part of the name of the image that carries their version. */
const images: Readonly<Record<string, FoundPart>> = {
  'virt-operator': 'kubevirt',
  'cdi-operator': 'cdi',
  cilium: 'cilium',
  'kubevirt-cloud-controller-manager': 'cloud-controller-manager',
  'kubevirt-csi-driver': 'csi-driver',
};

function ofImage(image: string, urn: string): readonly FoundVersion[] {
  const [, name = '', version] = /([^/:]+):v?(\d+\.\d+\.\d+)[^:]*$/.exec(image) ?? [];
  const part = images[name];
  return part === undefined || version === undefined ? [] : [{ part, version, urn }];
}

/** Returns the Kubernetes of a user cluster, which each machine of its control plane records. */
function ofMachine(machine: Json, urn: string): readonly FoundVersion[] {
  const version = textOf(at(machine, 'metadata', 'annotations', annotationKeys.kubernetes));
  return version !== undefined && /^\d+\.\d+\.\d+$/.test(version)
    ? [{ part: 'kubernetes', version, urn }]
    : [];
}

/** Returns every version that the resources of a stack reveal. */
export function foundVersions(subjects: readonly StackSubject[]): readonly FoundVersion[] {
  return subjects.flatMap((subject) => {
    const { type, object, urn } = subject;
    if (type === kinds.virtualMachine) return ofMachine(object, urn);
    return containersOf(podSpecOf(subject)).flatMap(({ spec }) =>
      ofImage(textOf(at(spec, 'image')) ?? '', urn),
    );
  });
}
