// SPDX-License-Identifier: Apache-2.0
import { blastRadius, describeBlastRadius } from '@strata/contracts';
import type { Stack } from '@strata/nx-pulumi/stacks';
import { exceededLimits } from '@strata/plan-check';
import type { StackReport } from '../report/stack-report.ts';
import {
  collectChanges,
  collectErrors,
  collectViolations,
  countChanges,
  digestOf,
} from './collect-changes.ts';
import { collectDrains } from './collect-drains.ts';
import { countMachines } from './count-machines.ts';
import { masker } from './mask.ts';
import { withoutPlanValues } from './operation-plan.ts';
import type { PulumiContext, PulumiRun } from './pulumi-process.ts';
import { sayReason } from './say-reason.ts';
import { stackEnvironment } from './stack-environment.ts';
import { withWayOut } from './ways-out.ts';
import { programFolder } from './workspace.ts';
import type { Workspace } from './workspace.ts';

/** What a run of one stack is done with. */
export interface RunContext {
  readonly workspace: Workspace;
  readonly env: NodeJS.ProcessEnv;
  /** Aborted when somebody wants the run to end. */
  readonly signal: AbortSignal;
  /** Previews are made without clusters, state and keys. */
  readonly offline?: OfflinePreview;
  /** One line for people who watch; without secrets. */
  readonly progress: (line: string) => void;
}

/** What one operation found out: the report without its frame. */
export type Findings = Pick<StackReport, 'outcome'> & Partial<StackReport>;

/** Finds out what an update would make of a stack without clusters, state and keys. */
export interface OfflinePreview {
  preview(context: RunContext, stack: Stack): Promise<Findings>;
}

/** How Pulumi is run for a stack: with the backend and the key of its environment. */
export function pulumiContext({ env, signal, workspace }: RunContext, stack: Stack): PulumiContext {
  const own = stackEnvironment(env, stack.environment);
  return { cwd: programFolder(workspace, stack), env: own, signal };
}

/** What an operation plans or does, whatever its end. */
export function plannedChanges(
  { workspace }: Pick<RunContext, 'workspace'>,
  { events }: Pick<PulumiRun, 'events'>,
): Pick<
  StackReport,
  | 'changes'
  | 'counts'
  | 'consequences'
  | 'effects'
  | 'exceeded'
  | 'policyViolations'
  | 'machines'
  | 'onDrain'
> {
  const changes = collectChanges(events);
  const digest = digestOf(events);
  const radius = blastRadius([digest]);
  const machines = countMachines(events);
  const onDrain = collectDrains(events);
  return {
    changes,
    counts: countChanges(events, changes),
    // The first line is the sum; a comment makes its own.
    consequences:
      radius.consequences.length === 0
        ? []
        : describeBlastRadius(radius)
            .slice(1)
            .map((line) => line.trim()),
    effects: radius.consequences.map(({ count, detail, kind, subject }) => ({
      ...{ kind, count, subject },
      ...(detail !== undefined && { detail }),
    })),
    exceeded: exceededLimits(workspace.root, [digest]),
    policyViolations: collectViolations(events),
    ...(machines !== undefined && { machines }),
    ...(onDrain.length > 0 && { onDrain }),
  };
}

/** `error:` lines of what Pulumi prints when it never gets as far as events. */
function printedErrors(stderr: string): string[] {
  const [, ...errors] = stderr.split(/^error: /m);
  return errors.map((error) => withoutPlanValues(error.trim()));
}

/** Why an operation came to no good end. */
export function failure({ env }: RunContext, { id }: Stack, run: PulumiRun): Findings {
  const mask = masker(env);
  const errors = [...new Set([...collectErrors(run.events), ...printedErrors(run.stderr)])];
  const said = errors.filter((error) => !/^(preview|update|refresh|destroy) failed$/.test(error));
  const silence =
    run.silentSeconds === undefined
      ? []
      : [
          `Nothing has answered for ${run.silentSeconds} s, so the check was ended: look whether the cluster of ${id} is there.`,
        ];
  const reasons = said.length > 0 ? said : [`Pulumi ended with exit code ${run.code} and no word.`];
  const all = silence.length > 0 ? silence : withWayOut(id, reasons);
  return { outcome: 'failed', reason: mask(sayReason(all)) };
}

/** What is known of an operation that was asked to stop, and stopped. */
export function cancelled({ id }: Stack, writes: boolean): Findings {
  const kept = writes
    ? `What it did is kept and recorded, nothing is locked. Go on with the next deployment, or: gitops run up --stack ${id}`
    : 'Nothing was changed. Run it again.';
  return { outcome: 'cancelled', reason: `It was asked to stop, and stopped. ${kept}` };
}
