// SPDX-License-Identifier: Apache-2.0
export type { Host, InfraOutputs } from './infra-outputs.ts';
export { host, infraOutputs } from './infra-outputs.ts';
export type { KubevirtStackOutputs } from './kubevirt-stack-outputs.ts';
export { kubevirtStackOutputs } from './kubevirt-stack-outputs.ts';
export type { ExportedOutputs, ReadOutputs, StackContract } from './stack-contract.ts';
export type { UserClusterOutputs } from './user-cluster-outputs.ts';
export { userClusterOutputs } from './user-cluster-outputs.ts';
