// SPDX-License-Identifier: Apache-2.0
import { minorOf, releases } from '@strata/contracts';
import type { Release } from '@strata/contracts';
import { environmentVersions, presentVersions } from '@strata/plan-check';
import { hopEdit } from '@strata/plan-check/hop-edit';
import { describeHop, planHops } from '@strata/plan-check/hops';
import type { ReleaseWay } from '../model.ts';
import type { EnvironmentContext } from './environment-context.ts';

/**
 * Returns the ways from the release of a platform to all later ones, the next one first.
 *
 * @param infraKubernetes - version of the infra cluster.
 */
export function collectWays(context: EnvironmentContext, infraKubernetes: string): ReleaseWay[] {
  const versions = environmentVersions(context.files);
  const present = presentVersions(versions, minorOf(infraKubernetes));
  const known: readonly Release[] = releases;
  const at = known.findIndex(({ name }) => name === versions.release);
  return known.slice(at + 1).map(({ components, name }): ReleaseWay => {
    const { hops = [], problem } = planHops(present, { release: name });
    const edits = hops.map((hop) => ({ text: describeHop(hop), ...hopEdit(hop, versions) }));
    return {
      release: name,
      kubevirt: components.kubevirt.version,
      edits,
      ...(problem !== undefined && { problem }),
    };
  });
}
