// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { kubectl } from './environment.ts';

/**
 * Flags that the runbook prescribes. It never uses `--force` or bypasses a disruption budget.
 *
 * @see docs/runbooks/drain-host.md
 */
const flags = ['--ignore-daemonsets', '--delete-emptydir-data'] as const;

/** Drains a host as an administrator does. */
export async function drainHost(
  session: RackSession,
  host: string,
  ...more: readonly string[]
): Promise<string> {
  return await kubectl(session, ['drain', host, ...flags, '--timeout=300s', ...more]);
}
