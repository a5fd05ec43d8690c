// SPDX-License-Identifier: Apache-2.0
export { checkVolumeBackup } from './check-volume-backup.ts';
export { createVolumeBackup } from './volume-backup.ts';
