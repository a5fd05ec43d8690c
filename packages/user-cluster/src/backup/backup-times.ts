// SPDX-License-Identifier: Apache-2.0
import type { BackupConfig } from '../config/index.ts';
import { longestGapSeconds } from './schedule-gap.ts';

/** Seconds that one backup may take, with its repetitions. */
export const deadlineSeconds = 3_600;

/**
 * Returns the age in seconds above which the last backup is late: the next one should have been made, and
 * has had all the time that it may take.
 */
export function lateAfterSeconds({ schedule }: Pick<BackupConfig, 'schedule'>): number {
  return (longestGapSeconds(schedule) ?? 0) + deadlineSeconds;
}
