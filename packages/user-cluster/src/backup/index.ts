// SPDX-License-Identifier: Apache-2.0
export type { BackupArgs } from './backup.ts';
export { Backup } from './backup.ts';
export { checkBackup } from './check-backup.ts';
