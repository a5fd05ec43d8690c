// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import { parseQuantity } from '@strata/contracts/quantity';
import type { KubevirtStackConfig } from '../config/index.ts';
import { multusResources } from '../release/workload-settings.ts';

/** Parses an amount that has passed its schema. */
const numberOf = (amount: string) => parseQuantity(amount) ?? NaN;

/** Reports an error for requests of Multus above their limit, which Kubernetes would refuse. */
export function checkMultus({ resources }: KubevirtStackConfig['multus']): Problem[] {
  const { requests, limits } = multusResources(resources);
  return Object.entries(limits).flatMap(([key, limit]): Problem[] => {
    const request = requests[key];
    if (request === undefined || numberOf(request) <= numberOf(limit)) return [];
    return [
      {
        path: ['multus', 'resources', 'limits', key],
        message: `"${limit}" is less than what is asked for, "${request}"; give more, or ask for less in requests.${key}`,
      },
    ];
  });
}
