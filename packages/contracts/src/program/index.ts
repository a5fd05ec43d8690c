// SPDX-License-Identifier: Apache-2.0
// Exports that need the Pulumi SDK, and therefore a running program. Loading the SDK takes a second
// of processor time, so nothing else in this package imports it.
export { formerComponent } from './former-component.ts';
export { infraProviderArgs } from './infra-provider.ts';
export { parseConfig, rawConfig, rejectProblems } from './read-config.ts';
export { readInfraAndPlatform } from './read-infra-and-platform.ts';
export { readStack } from './read-stack.ts';
export type { ClusterStackName } from './stack-names.ts';
export { clusterStackName, environmentOf } from './stack-names.ts';
export { textOf } from './text-of.ts';
