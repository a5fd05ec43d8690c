// SPDX-License-Identifier: Apache-2.0
// Entry point `@strata/contracts/accounts`: accounts on the infra cluster, their rights and names.
export type { Right } from './rights.ts';
export { renderRules } from './rights.ts';
export {
  imageClonerRole,
  infraControllers,
  metricsDiscoveryRole,
  monitoringObjects,
  userClusterAccounts,
} from './user-cluster-accounts.ts';
