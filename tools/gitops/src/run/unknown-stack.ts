// SPDX-License-Identifier: Apache-2.0
import type { PulumiRun } from './pulumi-process.ts';

/** Returns whether an operation failed because the backend has no such stack. */
export function isUnknownStack({ stderr }: Pick<PulumiRun, 'stderr'>): boolean {
  return stderr.includes('no stack named');
}
