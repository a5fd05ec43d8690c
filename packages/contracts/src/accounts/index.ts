// SPDX-License-Identifier: Apache-2.0
// Entry point `@strata/contracts/accounts`: accounts on the infra cluster, their rights and names.
export { machineScrape } from './machine-scrape.ts';
export type { Right } from './rights.ts';
export { renderRules } from './rights.ts';
export {
  imageClonerRole,
  infraControllers,
  metricsDiscoveryRole,
  monitoringNamespace,
  monitoringObjects,
  userClusterAccounts,
} from './user-cluster-accounts.ts';
