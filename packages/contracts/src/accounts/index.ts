// SPDX-License-Identifier: Apache-2.0
// The door `@strata/contracts/accounts`: who may do what on the infra cluster, and what it is called.
export type { Right } from './rights.ts';
export { renderRules } from './rights.ts';
export {
  imageClonerRole,
  infraControllers,
  metricsDiscoveryRole,
  monitoringObjects,
  userClusterAccounts,
} from './user-cluster-accounts.ts';
