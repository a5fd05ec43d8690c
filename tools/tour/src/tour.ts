// SPDX-License-Identifier: Apache-2.0
import { formatDuration, toolsFor } from '@strata/toolchain';
import type { Milestone, Report, ToolName, Toolchain } from '@strata/toolchain';

/** Section of the tour under one heading. Its code is loaded when its turn comes. */
interface Section {
  readonly title: string;
  readonly show: (root: string) => Promise<readonly string[]>;
}

const sections: readonly Section[] = [
  {
    title: 'The files under stacks/, held against each other',
    show: async (root) => (await import('./show-checks.ts')).showChecks(root),
  },
  {
    title: 'What they say when somebody makes a mistake',
    show: async (root) => (await import('./show-checks.ts')).showMistake(root),
  },
  {
    title: 'What they say of a change: two machines more in production',
    show: async (root) => (await import('./show-change.ts')).showChange(root),
  },
  {
    title: 'The fleet on one page (npm run fleet)',
    show: async (root) => (await import('./show-fleet.ts')).showFleet(root),
  },
];

/** Returns the message of a thrown value of any type. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Shows one section. What goes wrong is a line of it: a tour keeps nobody from anything. */
async function showSection(report: Report, title: string, show: () => Promise<readonly string[]>) {
  report.line(`\n==> ${title}`);
  try {
    for (const line of await show()) report.line(`  ${line}`);
  } catch (error) {
    report.line(`  This cannot be shown here: ${messageOf(error)}`);
  }
}

/**
 * Shows what Strata says of a repository from its files alone: no tools, no cluster, no key.
 *
 * @param root - of the repository.
 * @param shown - Default: the whole tour.
 */
export async function tour(
  root: string,
  report: Report,
  shown: readonly Section[] = sections,
): Promise<void> {
  const begin = Date.now();
  for (const { show, title } of shown) await showSection(report, title, () => show(root));
  report.line(`\nThis took ${formatDuration(Date.now() - begin)}, with npm alone.`);
}

/** Tools that make manifests of a platform: a preview of one needs the manifests. */
const manifestTools = ['kubevirt', 'cdi', 'helm'] as const satisfies readonly ToolName[];

/**
 * The rest of the tour, to be shown between two builds: the same change, previewed by the engine.
 *
 * @param makeManifests - Makes the manifests that programs of a platform and of user clusters read.
 */
export function tourMilestone(
  root: string,
  report: Report,
  makeManifests: () => Promise<unknown>,
): Milestone {
  const title = 'The same change, previewed by Pulumi without cluster, states and keys';
  const reached = (toolchain: Toolchain) =>
    showSection(report, title, async () => {
      await makeManifests();
      const { previewEnvironment, showEngineComment } = await import('./show-engine-comment.ts');
      return showEngineComment(root, await previewEnvironment(toolchain));
    });
  return { tools: [...toolsFor('preview'), ...manifestTools], reached };
}
