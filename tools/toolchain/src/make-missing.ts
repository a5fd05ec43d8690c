// SPDX-License-Identifier: Apache-2.0
import type { Milestone } from './milestone.ts';
import type { ResolvedBinary } from './resolved-toolchain.ts';
import { toolchainOf } from './resolved-toolchain.ts';
import type { MissingTool, Survey } from './survey.ts';
import type { ToolName } from './tools.ts';
import type { WorkshopOptions } from './workshop.ts';
import { openWorkshop } from './workshop.ts';

/** Tools that a run has made. */
export interface Made {
  readonly binaries: readonly ResolvedBinary[];
  /** Numbers of tools. */
  readonly built: number;
  readonly downloaded: number;
}

/**
 * Returns whether the tool that was just made belongs to a milestone and none of the tools still to
 * make does.
 */
function isLastOf({ tools }: Milestone, name: ToolName, behind: readonly MissingTool[]): boolean {
  return tools.includes(name) && !behind.some(({ source }) => tools.includes(source.name));
}

/** Makes the tools that a survey missed, in build order. */
export async function makeMissing(
  survey: Survey,
  options: WorkshopOptions & { readonly milestone?: Milestone },
): Promise<Made> {
  const { missing, resolved } = survey;
  if (missing.length === 0) return { binaries: [], built: 0, downloaded: 0 };
  const { milestone } = options;
  const workshop = await openWorkshop(survey, options);
  const binaries: ResolvedBinary[] = [];
  let downloaded = 0;
  for (const [index, one] of missing.entries()) {
    const { name, tool } = one.source;
    const label = `[${index + 1}/${missing.length}] ${name} ${tool.version}`;
    const had = await workshop.download(one, label);
    if (had) downloaded += 1;
    binaries.push(...(had ?? (await workshop.build(one, label))));
    if (milestone !== undefined && isLastOf(milestone, name, missing.slice(index + 1))) {
      await milestone.reached(toolchainOf([...resolved, ...binaries]));
    }
  }
  return { binaries, built: missing.length - downloaded, downloaded };
}
