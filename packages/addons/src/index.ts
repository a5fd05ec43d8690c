// SPDX-License-Identifier: Apache-2.0
export type { AddonsArgs } from './addons.ts';
export { Addons } from './addons.ts';
export { checkConfig, checkPlatform } from './check-config.ts';
export { checkKnownCards } from './check-known-cards.ts';
export type { LoadManifest, OperatorName } from './load-operators.ts';
export { loadOperators } from './load-operators.ts';
export { migrationNotes } from './migration-notes.ts';
