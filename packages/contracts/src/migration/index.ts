// SPDX-License-Identifier: Apache-2.0
export type { DrainedGroup } from './describe-migration.ts';
export { describeMigration } from './describe-migration.ts';
export type { LauncherMove } from './launcher-move.ts';
export { launcherMove } from './launcher-move.ts';
export type {
  DrainBehaviour,
  MachineMobility,
  MigrationContract,
  StoredDisk,
} from './migration-contract.ts';
export { migrationContract } from './migration-contract.ts';
