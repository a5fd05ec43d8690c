// SPDX-License-Identifier: Apache-2.0
export type { ExistingCluster } from './existing-cluster.ts';
export { readExistingCluster } from './existing-cluster.ts';
export type { InfraResult } from './infra.ts';
export { infra } from './infra.ts';
export { readInfraConfig } from './read-infra-config.ts';
