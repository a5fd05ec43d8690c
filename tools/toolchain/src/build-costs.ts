// SPDX-License-Identifier: Apache-2.0
import type { Release, ReleaseTable } from './release-types.ts';
import { releases as releaseTable } from './releases.ts';
import type { Footprint, Tool } from './tool-types.ts';
import type { ToolName } from './tools.ts';
import { tools } from './tools.ts';

/** Time and disk space of one build with empty caches. */
export interface BuildCost {
  readonly coldMinutes: number;
  readonly footprint: Footprint;
}

/** Returns what a tool compiles because others, which it shares packages with, are not built. */
function extraOf(name: ToolName, unbuilt: readonly ToolName[], releases: ReleaseTable) {
  return unbuilt.flatMap((other) => {
    const release: Release | { built: string } | undefined = releases[other];
    if (release === undefined || 'built' in release) return [];
    return release.elsewhere?.by === name ? [release.elsewhere] : [];
  });
}

/**
 * Returns what building a tool costs. The tables have this for a run that builds all tools, each
 * after those above it.
 *
 * @param unbuilt - Tools that nobody builds here.
 */
export function buildCost(
  name: ToolName,
  unbuilt: readonly ToolName[],
  releases: ReleaseTable = releaseTable,
): BuildCost {
  const { coldMinutes, footprint }: Tool = tools[name];
  return extraOf(name, unbuilt, releases).reduce<BuildCost>(
    (cost, extra) => ({
      coldMinutes: cost.coldMinutes + extra.coldMinutes,
      footprint: {
        modules: cost.footprint.modules + extra.modules,
        objects: cost.footprint.objects + extra.objects,
        binaries: cost.footprint.binaries,
      },
    }),
    { coldMinutes, footprint },
  );
}
