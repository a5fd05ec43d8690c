// SPDX-License-Identifier: Apache-2.0
import { minorOf, suggestion } from '@strata/contracts';
import type { Problem } from '@strata/contracts';

/** The CDI releases whose feature gates are known, oldest first. */
export const cdiReleases = ['1.64', '1.65'] as const;

/**
 * The effect of listing a gate in a release:
 * - `opt-in`: switches on a feature that is off otherwise.
 * - `absent`: none; the release does not know the name.
 */
export type CdiGateState = 'opt-in' | 'absent';

/** A feature gate of CDI. */
export interface CdiFeatureGate {
  /** Its state in each of {@link cdiReleases}, in the same order. */
  readonly states: readonly [CdiGateState, CdiGateState];
  /** Feature that does not work without the gate. */
  readonly neededBy: string;
  readonly source: string;
}

const doc = (page: string) =>
  `https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/doc/${page}.md`;

/**
 * Every feature gate of CDI.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/feature-gates/feature-gates.go
 */
export const cdiFeatureGates: Readonly<Record<string, CdiFeatureGate>> = {
  DataVolumeClaimAdoption: {
    states: ['opt-in', 'opt-in'],
    neededBy: 'DataVolumes that take over a claim of their name, as backups restore them',
    source: doc('datavolume-claim-adoption'),
  },
  HonorWaitForFirstConsumer: {
    states: ['opt-in', 'opt-in'],
    neededBy: 'storage that binds a volume to a host only when a VM is placed there',
    source: doc('waitforfirstconsumer-storage-handling'),
  },
  WebhookPvcRendering: {
    states: ['opt-in', 'opt-in'],
    neededBy: 'plain claims that get access and volume mode from a StorageProfile',
    source: doc('pvc-mutating-webhook-rendering'),
  },
};

/** The gate that StorageClasses with late binding (`WaitForFirstConsumer`) need. */
export const lateBindingGate = 'HonorWaitForFirstConsumer';

/**
 * Reports an error for every entry of `cdi.featureGates` that a CDI version does not know; CDI
 * itself ignores unknown names.
 *
 * @param version - such as `1.65.0`; a version that is not in the table is not checked.
 * @param table - replaced in tests.
 */
export function checkCdiFeatureGates(
  gates: readonly string[],
  version: string,
  table = cdiFeatureGates,
): Problem[] {
  const minor = minorOf(version);
  const index = cdiReleases.findIndex((release) => release === minor);
  if (index === -1) return [];
  const known = Object.entries(table)
    .filter(([, { states }]) => states[index] === 'opt-in')
    .map(([name]) => name);
  return gates.flatMap((gate, position) =>
    known.includes(gate)
      ? []
      : [
          {
            path: ['cdi', 'featureGates', position],
            message: `CDI ${minor} has no feature gate "${gate}"; ${suggestion(gate, known)}`,
          },
        ],
  );
}
