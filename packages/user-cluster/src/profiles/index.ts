// SPDX-License-Identifier: Apache-2.0
export type { ResolvedConfig } from './resolve-profiles.ts';
export { resolveProfiles } from './resolve-profiles.ts';
