// SPDX-License-Identifier: Apache-2.0
export type { HostFacts } from './host-facts.ts';
export type { NeedsConfig } from './host-needs.ts';
export { bridgesOf, hostNeeds, preflightArgs, profileOf } from './host-needs.ts';
export type { HostPreflightArgs } from './host-preflight.ts';
export { HostPreflight } from './host-preflight.ts';
export { describeFacts } from './host-facts.ts';
export { lookAtHosts } from './look-at-hosts.ts';
export type { HostNeeds, Requirement } from './requirement.ts';
export { requirements } from './requirements.ts';
