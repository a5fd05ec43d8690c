// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { Check } from '../checks/check-context.ts';

const count = (all: readonly unknown[], what: string) =>
  `${all.length} ${what}${all.length === 1 ? '' : 's'}`;

const listing = 'kubectl get services -A inside the cluster lists them';

/**
 * Refuses to switch the controller of load balancers off while there are some. Nobody else takes the
 * finalizer from their Services, which could never be deleted, or deletes the Services in the infra cluster;
 * and nobody else writes endpoints of those without a selector, whose addresses machines of other clusters
 * may get.
 *
 * @see https://github.com/kubevirt/cloud-provider-kubevirt/blob/v0.6.0/pkg/provider/cloud.go (LoadBalancer)
 */
export const checkLoadBalancersOff: Check = ({ config, running }) => {
  const { loadBalancers, selectorless } = config.cloud ?? {};
  const found = running?.loadBalancers ?? [];
  const problems: Problem[] = [];
  if (loadBalancers === false && found.length > 0) {
    problems.push({
      path: ['cloud', 'loadBalancers'],
      message: `the cluster has ${count(found, 'load balancer')}, whose Services nobody could delete then and whose addresses would stay open; first delete these Services, or give them another type (${listing})`,
    });
  }
  const bare = found.filter(({ hasSelector }) => !hasSelector);
  if (loadBalancers === true && selectorless === false && bare.length > 0) {
    problems.push({
      path: ['cloud', 'selectorless'],
      message: `the cluster has ${count(bare, 'load balancer')} whose endpoints nobody would write any more, and which could lead to machines of others; first delete their Services, or give them another type (${listing})`,
    });
  }
  return problems;
};
