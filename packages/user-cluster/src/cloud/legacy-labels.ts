// SPDX-License-Identifier: Apache-2.0
import { labelKeys } from '@strata/contracts';

/**
 * Prefix of labels by which controllers before v0.3.0 select VMs: one for each load balancer, named
 * after it.
 */
const prefix = 'cloud.kubevirt.io';

/**
 * Renders the merge patch that makes a load balancer of the infra cluster select VMs by the cluster's
 * name, as new load balancers do. It is one change: there is no moment at which the load balancer
 * selects nothing.
 *
 * @see docs/runbooks/move-load-balancers.md
 * @param id - name of the label behind its prefix, and of the Service as well.
 */
export function renderMove(id: string, cluster: string) {
  return {
    spec: {
      selector: {
        [`${prefix}/${id}`]: null,
        [labelKeys.role]: 'worker',
        [labelKeys.clusterName]: cluster,
      },
    },
  };
}
