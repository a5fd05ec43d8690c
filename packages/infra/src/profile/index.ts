// SPDX-License-Identifier: Apache-2.0
export type { HostProfileArgs } from './host-profile.ts';
export { HostProfile } from './host-profile.ts';
export type { HostBridgesArgs } from './host-bridges.ts';
export { HostBridges } from './host-bridges.ts';
