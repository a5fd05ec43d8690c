// SPDX-License-Identifier: Apache-2.0
import { infraFacts, infraFactsFile } from '@strata/contracts';
import type { Stack } from '@strata/nx-pulumi/stacks';
import { readChecked } from '@strata/plan-check';
import type { Findings, OfflinePreview, RunContext } from '../run/stack-run.ts';
import { OfflineEnvironment } from './offline-environment.ts';

/**
 * Previews by the real engine, programs and policies without anything that is secret: the infra
 * cluster is what the environment's facts say, and what a platform exports is what its own preview
 * says. Close it afterwards.
 */
export class OfflinePreviews implements OfflinePreview {
  private readonly environments = new Map<string, Promise<OfflineEnvironment | undefined>>();

  /** What an update would make of a stack, were nothing there yet. */
  async preview(context: RunContext, stack: Stack): Promise<Findings> {
    const environment = await this.environment(context, stack);
    if (environment !== undefined) return environment.preview(stack);
    const file = infraFactsFile(stack.environment);
    return {
      outcome: 'skipped',
      reason: `${file} is missing: it says what the infra cluster has, which nothing else can say without it. See docs/environments.md.`,
    };
  }

  /** Deletes everything that was made for them. */
  async close(): Promise<void> {
    for (const environment of this.environments.values()) await (await environment)?.close();
  }

  private environment(context: RunContext, { environment }: Stack) {
    const open = async () => {
      const file = infraFactsFile(environment);
      const facts = readChecked(context.workspace.root, file, infraFacts);
      return facts && OfflineEnvironment.open(context, facts);
    };
    const opened = this.environments.get(environment) ?? open();
    this.environments.set(environment, opened);
    return opened;
  }
}
