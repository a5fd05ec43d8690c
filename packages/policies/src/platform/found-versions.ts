// SPDX-License-Identifier: Apache-2.0
import { at, containersOf, kinds, podSpecOf, textOf } from '../resource/index.ts';
import type { StackSubject } from '../resource/index.ts';

/** Programs whose versions must go together. */
export type Component = 'kubernetes' | 'kubevirt' | 'cdi' | 'cloud-controller-manager';

/** A version that a stack has. */
export interface FoundVersion {
  readonly component: Component;
  /** Without a leading `v`. */
  readonly version: string;
  readonly urn: string;
}

/** The last part of the image that tells a component's version. */
const images: Readonly<Record<string, Component>> = {
  'virt-operator': 'kubevirt',
  'cdi-operator': 'cdi',
  'kubevirt-cloud-controller-manager': 'cloud-controller-manager',
};

function ofImage(image: string, urn: string): readonly FoundVersion[] {
  const [, name = '', version] = /([^/:]+):v?(\d+\.\d+\.\d+)[^:]*$/.exec(image) ?? [];
  const component = images[name];
  return component === undefined || version === undefined ? [] : [{ component, version, urn }];
}

/** Every version that resources of a stack give away. */
export function foundVersions(subjects: readonly StackSubject[]): readonly FoundVersion[] {
  return subjects.flatMap((subject) => {
    const { type, object, urn } = subject;
    if (type === kinds.apiReady) {
      const version = textOf(object.generation);
      return version !== undefined && /^\d+\.\d+\.\d+$/.test(version)
        ? [{ component: 'kubernetes' as const, version, urn }]
        : [];
    }
    return containersOf(podSpecOf(subject)).flatMap(({ spec }) =>
      ofImage(textOf(at(spec, 'image')) ?? '', urn),
    );
  });
}
