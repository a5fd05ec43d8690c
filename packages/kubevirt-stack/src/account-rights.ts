// SPDX-License-Identifier: Apache-2.0
// The door for tests and for the page of accounts: tables alone, which load no SDK.
export {
  discoveryRights,
  metricsRights,
  objectMetricsRights,
} from './monitoring/monitoring-rights.ts';
