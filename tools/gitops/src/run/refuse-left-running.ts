// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import { maskReport } from '../report/mask-report.ts';
import { writeReport } from '../report/report-files.ts';
import type { Findings } from './findings.ts';
import { listedStates } from './listed-states.ts';
import { masker } from './mask.ts';
import { frame } from './run-stack.ts';
import { sayReason } from './say-reason.ts';
import type { RunContext } from './stack-run.ts';
import { leftRunning, stateWords } from './without-file.ts';

const order =
  'Destroy it before its file is removed (docs/continuous-deployment.md#when-a-stack-is-to-go), or take the removal back';

const unknown = (problem: string): Findings => ({
  outcome: 'failed',
  reason: sayReason([
    `Its file is removed, and nobody can tell whether it has been destroyed, for its state cannot be read: ${problem}`,
  ]),
});

/** Returns why the file of a stack must stay; undefined when nothing is left of the stack. */
async function findingsOf(context: RunContext, stack: Stack): Promise<Findings | undefined> {
  try {
    const listed = await listedStates(context, stack);
    if ('problem' in listed) return unknown(listed.problem);
    const left = leftRunning(context.workspace, stack.program, listed.states);
    const own = left.find((one) => one.stack.id === stack.id);
    if (own === undefined) return undefined;
    const reason = `Its file is removed, and it has ${stateWords(own.resources)}: all of it would go on running, and nothing would preview, deploy, renew or check it any more. ${order}.`;
    // Nothing happens to anybody.
    return { outcome: 'refused', reason, effects: [] };
  } catch (error) {
    return unknown(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Refuses to remove the files of stacks whose states have resources, and reports each of them.
 *
 * @param removed - stacks whose files a change removes.
 * @returns whether nothing is left of all of them.
 */
export async function refuseLeftRunning(
  context: RunContext,
  removed: readonly Stack[],
  reports: string,
): Promise<boolean> {
  let isGood = true;
  for (const stack of removed) {
    const startedAt = new Date();
    const findings = await findingsOf(context, stack);
    if (findings === undefined) {
      context.progress(`${stack.id}: its file is removed, and nothing is left of it`);
      continue;
    }
    isGood = false;
    const report = { ...frame(context, stack, 'preview', startedAt), ...findings };
    const masked = maskReport(report, masker(context.env));
    writeReport(reports, masked);
    const said = findings.outcome === 'refused' ? 'REFUSED' : 'FAILED';
    context.progress(`${stack.id}: preview: ${said}\n  ${masked.reason ?? ''}`);
  }
  return isGood;
}
