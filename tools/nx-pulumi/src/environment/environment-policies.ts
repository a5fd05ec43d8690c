// SPDX-License-Identifier: Apache-2.0
import type { EnvironmentOptions } from './environment-files.ts';

/** Returns the path of an environment's settings of the policies. */
export function policiesFile(environment: string): string {
  return `stacks/policies/${environment}.json`;
}

/**
 * Returns the text of the settings of the policies: the platform's pools, by which
 * `load-balancer-in-pool` judges. The kinds of hosts, by which `fits-a-host` judges, are known once
 * the infra cluster is there.
 */
export function renderPolicies({ endpoints, loadBalancers }: EnvironmentOptions): string {
  const pool = (name: string, addresses: string) =>
    `      "${name}": { "addresses": [${JSON.stringify(addresses)}] }`;
  return `{
  "load-balancer-in-pool": {
    "pools": {
${[pool('endpoints', endpoints), pool('default', loadBalancers)].join(',\n')}
    }
  }
}
`;
}
