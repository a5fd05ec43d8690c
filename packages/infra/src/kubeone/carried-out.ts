// SPDX-License-Identifier: Apache-2.0
import { planLines } from './plan-lines.ts';

/** Facts about a run of KubeOne that decide which settings have reached running hosts. */
export interface CarriedOut {
  /** Whether it updates Kubernetes. */
  readonly isUpdate: boolean;
  /** Whether a host joins. */
  readonly hasNewHost: boolean;
  /** Whether it writes all Secrets again, so that those from before are encrypted, too. */
  readonly rewritesSecrets: boolean;
}

/** Returns what a run of KubeOne has done. @param changes - its actions, as KubeOne prints them. */
export function carriedOut(changes: readonly string[]): CarriedOut {
  const says = (pattern: RegExp) => changes.some((line) => pattern.test(line));
  return {
    isUpdate: says(planLines.upgrade),
    hasNewHost: says(planLines.initialize) || says(planLines.join),
    rewritesSecrets: says(planLines.rewriteSecrets),
  };
}
