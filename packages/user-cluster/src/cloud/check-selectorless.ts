// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../checks/check-context.ts';

/** Returns the problem of a cluster whose cloud controller is to write endpoints, and may not. */
export const checkSelectorless: Check = ({ cluster, config, platform }) => {
  const { loadBalancers = false, selectorless = false } = config.cloud ?? {};
  const { selectorlessClusters: allowed } = platform;
  if (!loadBalancers || !selectorless || allowed === undefined || allowed.includes(cluster)) {
    return [];
  }
  const message = `the platform refuses endpoints that the cluster "${cluster}" writes itself, for they could lead to machines of others; leave it out, or ask the owner of the platform to add "${cluster}" to kubevirt-stack:tenants.selectorless`;
  return [{ path: ['cloud', 'selectorless'], message }];
};
