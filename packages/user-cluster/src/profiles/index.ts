// SPDX-License-Identifier: Apache-2.0
export { checkProfiles } from './check-profiles.ts';
export type { ProfilePlace, ResolvedConfig } from './resolve-profiles.ts';
export { resolveProfiles } from './resolve-profiles.ts';
