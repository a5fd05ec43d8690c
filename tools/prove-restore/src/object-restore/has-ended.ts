// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { fieldsOf, groupKind } from './manifest.ts';
import type { Manifest } from './manifest.ts';

const jobStatus = z.object({
  completionTime: z.string().optional(),
  conditions: z.array(z.object({ type: z.string(), status: z.string() })).default([]),
});

/**
 * Conditions with which a Job has ended, or is about to; one that fails gets no `completionTime`.
 *
 * @see https://github.com/kubernetes/api/blob/v0.35.4/batch/v1/types.go `JobConditionType`
 */
const endings: ReadonlySet<string> = new Set([
  'Complete',
  'Failed',
  'FailureTarget',
  'SuccessCriteriaMet',
]);

function isEndedJob(manifest: Manifest): boolean {
  const { data } = jobStatus.safeParse(fieldsOf(manifest, 'status'));
  if (data === undefined) return false;
  const { completionTime, conditions } = data;
  const isEnding = conditions.some(({ status, type }) => status === 'True' && endings.has(type));
  return completionTime !== undefined || isEnding;
}

/** Returns whether a pod or a Job of a backup had done its work, or given it up. */
export function hasEnded(manifest: Manifest): boolean {
  const kind = groupKind(manifest);
  const { phase } = fieldsOf(manifest, 'status');
  if (kind === 'Pod') return phase === 'Succeeded' || phase === 'Failed';
  return kind === 'Job.batch' && isEndedJob(manifest);
}
