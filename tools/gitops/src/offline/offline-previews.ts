// SPDX-License-Identifier: Apache-2.0
import { infraFacts, infraFactsFile } from '@strata/plan-check/infra-facts';
import type { Stack } from '@strata/nx-pulumi/stacks';
import { readChecked } from '@strata/plan-check/read-yaml';
import type { Findings } from '../run/findings.ts';
import type { OfflinePreview, RunContext } from '../run/stack-run.ts';
import { OfflineEnvironment } from './offline-environment.ts';

/**
 * Makes previews with the real engine, programs and policies, but without any secret. The infra
 * cluster is what the environment's facts say, and a platform's outputs come from its own preview.
 * Close it afterwards.
 */
export class OfflinePreviews implements OfflinePreview {
  private readonly environments = new Map<string, Promise<OfflineEnvironment | undefined>>();

  /** Returns what an update of a stack would make if nothing existed yet. */
  async preview(context: RunContext, stack: Stack): Promise<Findings> {
    const environment = await this.environment(context, stack);
    if (environment !== undefined) return environment.preview(stack);
    const file = infraFactsFile(stack.environment);
    return {
      outcome: 'skipped',
      reason: `${file} is missing: it says what the infra cluster has, which nothing else can say without it. See docs/environments.md.`,
    };
  }

  /** Deletes all temporary data. */
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
