// SPDX-License-Identifier: Apache-2.0
export { loadBalancerInPool } from './load-balancer-in-pool.ts';
export { noEmptyNetworkRule } from './no-empty-network-rule.ts';
export { userClusterIsolated } from './user-cluster-isolated.ts';
export { userClusterQuota } from './user-cluster-quota.ts';
