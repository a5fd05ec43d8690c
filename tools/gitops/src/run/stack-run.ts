// SPDX-License-Identifier: Apache-2.0
import { blastRadius, describeBlastRadius } from '@strata/plan-check/blast-radius';
import type { Stack } from '@strata/nx-pulumi/stacks';
import { exceededLimits } from '@strata/plan-check/limits';
import type { StackReport } from '../report/stack-report.ts';
import {
  collectChanges,
  collectErrors,
  collectViolations,
  collectWarnings,
  countChanges,
  digestOf,
} from './collect-changes.ts';
import { collectDrains } from './collect-drains.ts';
import { countMachines } from './count-machines.ts';
import { masker } from './mask.ts';
import { withoutPlanValues } from './operation-plan.ts';
import type { Findings } from './findings.ts';
import type { LimitsTogether } from './limits-together.ts';
import type { PulumiContext, PulumiRun } from './pulumi-process.ts';
import { sayReason } from './say-reason.ts';
import type { SharedParts } from './shared-parts.ts';
import { stackEnvironment } from './stack-environment.ts';
import { gitopsCommand, withWayOut } from './ways-out.ts';
import { programFolder } from './workspace.ts';
import type { Workspace } from './workspace.ts';

/** Context of a run of one stack. */
export interface RunContext {
  readonly workspace: Workspace;
  readonly env: NodeJS.ProcessEnv;
  /** Aborted when the run should end. */
  readonly signal: AbortSignal;
  /** Makes previews without clusters, state and keys; undefined for normal previews. */
  readonly offline?: OfflinePreview;
  /** Whether an update may take back what newer commits have deployed. @default false */
  readonly mayBeOlder?: boolean;
  /** Whether the limits of environments do not count. @default false */
  readonly beyondLimits?: boolean;
  /** Limits for what the stacks of one run do together; undefined when a stack is run by itself. */
  readonly together?: LimitsTogether;
  /** Parts that the stacks of one run share; undefined when a stack is run by itself. */
  readonly shared?: SharedParts;
  /** Prints one line for people who watch, without secrets. */
  readonly progress: (line: string) => void;
}

/** Preview of what an update of a stack would make, without clusters, state and keys. */
export interface OfflinePreview {
  preview(context: RunContext, stack: Stack): Promise<Findings>;
}

/**
 * Returns the options to run Pulumi for a stack, with the backend and the key of its environment.
 */
export function pulumiContext(
  { env, shared, signal, workspace }: RunContext,
  stack: Pick<Stack, 'environment' | 'program'>,
): PulumiContext {
  const { environment } = stack;
  const own = { ...stackEnvironment(env, environment), ...shared?.variables(environment) };
  return { cwd: programFolder(workspace, stack), env: own, signal };
}

/** Returns what an operation plans or does, whatever its outcome. */
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
  | 'warnings'
> {
  const changes = collectChanges(events);
  const digest = digestOf(events);
  const radius = blastRadius([digest]);
  const machines = countMachines(events);
  const onDrain = collectDrains(events);
  const warnings = collectWarnings(events);
  return {
    changes,
    counts: countChanges(events, changes),
    // The first line is the sum; comments compute their own.
    consequences:
      radius.consequences.length === 0
        ? []
        : describeBlastRadius(radius)
            .slice(1)
            .map((line) => line.trim()),
    effects: radius.consequences.map(({ count, detail, kind, subject }) => ({
      kind,
      count,
      subject,
      ...(detail !== undefined && { detail }),
    })),
    exceeded: exceededLimits(workspace.root, [digest]),
    policyViolations: collectViolations(events),
    ...(machines !== undefined && { machines }),
    ...(onDrain.length > 0 && { onDrain }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** Returns the `error:` lines that Pulumi prints when it fails before it emits events. */
function printedErrors(stderr: string): string[] {
  const [, ...errors] = stderr.split(/^error: /m);
  return errors.map((error) => withoutPlanValues(error.trim()));
}

/** Returns why an operation failed. */
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

/**
 * Returns the findings of an operation that was asked to stop, and stopped.
 *
 * @param operation - what it did; undefined when it changes nothing, as a preview.
 */
export function cancelled({ id }: Stack, operation?: 'up' | 'destroy'): Findings {
  const further = operation === 'up' ? 'the next deployment, or: ' : '';
  const kept =
    operation === undefined
      ? 'Nothing was changed. Run it again.'
      : `What it did is kept and recorded, nothing is locked. Go on with ${further}${gitopsCommand} run ${operation} --stack ${id}`;
  return { outcome: 'cancelled', reason: `It was asked to stop, and stopped. ${kept}` };
}
