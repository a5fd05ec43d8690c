// SPDX-License-Identifier: Apache-2.0
import type { Component } from './found-versions.ts';

/** Two components of which not every pair of versions works. */
export interface KnownPair {
  readonly one: Component;
  readonly other: Component;
  /** Why the two versions do not go together; undefined if they do. */
  readonly objection: (
    one: string,
    other: string,
  ) => Promise<string | undefined> | string | undefined;
  readonly source: string;
}

function minorOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

/** CDI minors that are tested with a KubeVirt minor. */
async function testedWith(kubevirt: string): Promise<readonly string[]> {
  // Only the platform's stack gets here; all others are spared a quarter of a second.
  const { releases } = await import('@strata/contracts');
  return releases
    .filter(({ components }) => minorOf(components.kubevirt.version) === minorOf(kubevirt))
    .map(({ components }) => minorOf(components.cdi.version));
}

/** Pairs that are known to be bad, until contracts have a table of all of them. */
export const knownPairs: readonly KnownPair[] = [
  {
    one: 'kubevirt',
    other: 'cdi',
    objection: async (kubevirt, cdi) => {
      const tested = await testedWith(kubevirt);
      if (tested.length === 0)
        return `no release of the platform has KubeVirt ${minorOf(kubevirt)}`;
      return tested.includes(minorOf(cdi))
        ? undefined
        : `KubeVirt ${minorOf(kubevirt)} is tested with CDI ${tested.join(', ')}`;
    },
    source: 'https://github.com/kubevirt/sig-release/blob/main/releases/k8s-support-matrix.md',
  },
  {
    one: 'cloud-controller-manager',
    other: 'kubernetes',
    objection: (controller) =>
      /^0\.[0-5]\./.test(controller)
        ? 'before 0.6.0 it ignores enableEPSController, so Services without a selector have no machines'
        : undefined,
    source: 'https://github.com/kubevirt/cloud-provider-kubevirt/pull/330',
  },
];
