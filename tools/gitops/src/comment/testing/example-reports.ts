// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import { listStacks } from '@strata/nx-pulumi/stacks';
import { resolve } from 'node:path';
import type { StackReport } from '../../report/stack-report.ts';
import { frame } from '../../run/run-stack.ts';
import { plannedChanges } from '../../run/stack-run.ts';
import { exampleEvents } from './example-events.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const commit = '4be1d2c09a7f00000000000000000000000000aa';

function reportOf(stack: Stack, name: 'production.shop' | 'staging.shop'): StackReport {
  const context = {
    workspace: { root, stacks: [] },
    env: {},
    signal: new AbortController().signal,
    progress: () => undefined,
  };
  const run = { code: 0, events: exampleEvents(name), stdout: '', stderr: '' };
  const planned = plannedChanges(context, run);
  return {
    ...frame(context, stack, 'preview', new Date(0)),
    ...planned,
    commit,
    outcome: 'changed',
    counts: { ...planned.counts, same: 95 },
  };
}

/**
 * Returns the reports of the full previews of one pull request, for the clusters "shop" of two
 * environments.
 */
export function exampleReports(): StackReport[] {
  const names = ['staging.shop', 'production.shop'] as const;
  return names.flatMap((name) => {
    const stack = listStacks(root).find(({ id }) => id === `user-cluster/${name}`);
    return stack === undefined ? [] : [reportOf(stack, name)];
  });
}
