// SPDX-License-Identifier: Apache-2.0
import type { BackupConfig } from '../config/index.ts';
import { runsWithin } from './schedule-gap.ts';

/**
 * Returns how many of the newest backups are kept whatever their age: as many as `count` says, and as many
 * as the schedule makes in `days`.
 */
export function keptCount({
  retention,
  schedule,
}: Pick<BackupConfig, 'retention' | 'schedule'>): number {
  const { count = 0, days } = retention;
  return days === undefined ? count : Math.max(count, runsWithin(schedule, days));
}
