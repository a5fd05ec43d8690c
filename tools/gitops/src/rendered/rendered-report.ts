// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import { maskReport } from '../report/mask-report.ts';
import type { StackReport } from '../report/stack-report.ts';
import { masker } from '../run/mask.ts';
import { frame } from '../run/run-stack.ts';
import { plannedChanges } from '../run/stack-run.ts';
import type { Workspace } from '../run/workspace.ts';
import { renderedEvents } from './rendered-events.ts';
import type { Rendering } from './rendered-events.ts';

/** Two renderings of a stack, and its place. */
export interface RenderedChange {
  /** Workspace with the limits and the commit. */
  readonly workspace: Workspace;
  readonly stack: Stack;
  readonly before: Rendering;
  readonly after: Rendering;
  readonly startedAt: Date;
}

/**
 * Returns what a preview would report about a change between two renderings. It lacks what only an
 * engine, a provider or a cluster knows: replacements, policies, defaults of an API.
 */
export function renderedReport(change: RenderedChange): StackReport {
  const { after, before, stack, startedAt, workspace } = change;
  const events = renderedEvents({ project: stack.program, stack: stack.stack }, before, after);
  const planned = plannedChanges({ workspace }, { events });
  const { exceeded } = planned;
  const refused = {
    outcome: 'refused',
    reason: ['Not allowed as it is:', ...exceeded].join('\n'),
  } as const;
  const outcome = planned.changes.length === 0 ? 'unchanged' : 'changed';
  const findings = exceeded.length > 0 ? refused : ({ outcome } as const);
  const report = { ...frame({ workspace }, stack, 'preview', startedAt), ...planned, ...findings };
  return maskReport(report, masker(process.env));
}
