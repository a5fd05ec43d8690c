// SPDX-License-Identifier: Apache-2.0
import type { Versions } from '@strata/contracts/compatibility';
import { at, containersOf, kinds, podSpecOf, textOf } from '../resource/index.ts';
import type { StackSubject } from '../resource/index.ts';

/** Of what resources give away the version. */
type FoundPart = Exclude<keyof Versions, 'guestOs'>;

/** A version that a stack has. */
export interface FoundVersion {
  readonly part: FoundPart;
  /** Without a leading `v`. */
  readonly version: string;
  readonly urn: string;
}

/** The last part of the image that tells a part's version. */
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

/** Every version that resources of a stack give away. */
export function foundVersions(subjects: readonly StackSubject[]): readonly FoundVersion[] {
  return subjects.flatMap((subject) => {
    const { type, object, urn } = subject;
    if (type === kinds.apiReady) {
      const version = textOf(object.generation);
      return version !== undefined && /^\d+\.\d+\.\d+$/.test(version)
        ? [{ part: 'kubernetes' as const, version, urn }]
        : [];
    }
    return containersOf(podSpecOf(subject)).flatMap(({ spec }) =>
      ofImage(textOf(at(spec, 'image')) ?? '', urn),
    );
  });
}
