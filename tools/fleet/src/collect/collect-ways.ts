// SPDX-License-Identifier: Apache-2.0
import { minorOf, releases } from '@strata/contracts';
import type { Release } from '@strata/contracts';
import { environmentVersions, presentVersions } from '@strata/plan-check';
import { hopEdit } from '@strata/plan-check/hop-edit';
import { describeHop, planHops } from '@strata/plan-check/hops';
import type { Hop } from '@strata/plan-check/hops';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Edit, ReleaseWay } from '../model.ts';
import type { EnvironmentContext } from './environment-context.ts';

/** Returns the commit that brings the addons to the release of their platform. */
function addonsEdit({ files, root }: EnvironmentContext, hop: Hop): Edit[] {
  const file = `stacks/addons/Pulumi.${files.name}.yaml`;
  if (hop.what !== 'release' || !existsSync(join(root, file))) return [];
  return [{ text: `the addons to release ${hop.to}`, file, change: `addons:release: ${hop.to}` }];
}

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
    const edits = hops.flatMap((hop) => [
      { text: describeHop(hop), ...hopEdit(hop, versions) },
      ...addonsEdit(context, hop),
    ]);
    return {
      release: name,
      kubevirt: components.kubevirt.version,
      edits,
      ...(problem !== undefined && { problem }),
    };
  });
}
