// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs } from '@strata/contracts';
import type { KubevirtStackConfig } from '../config/index.ts';

type Workloads = NonNullable<KubevirtStackOutputs['workloads']>;

/** Returns where virt-handler runs, and so VMs. */
export function workloadPlacement({
  workloads: { nodeSelector = {}, tolerations = [] } = {},
}: Partial<Pick<KubevirtStackConfig['kubevirt'], 'workloads'>>): Workloads {
  return {
    nodeSelector: { ...nodeSelector },
    tolerations: tolerations.map(({ effect, key, operator = 'Equal', value }) => ({
      ...(key !== undefined && { key }),
      operator,
      ...(value !== undefined && { value }),
      ...(effect !== undefined && { effect }),
    })),
  };
}
