// SPDX-License-Identifier: Apache-2.0
import { labelKeys } from '@strata/contracts';
import type { CloudConfig } from '../config/index.ts';

/**
 * Prefix of labels by which controllers before v0.3.0 select VMs: one for each load balancer, named
 * after it.
 */
const prefix = 'cloud.kubevirt.io';

/**
 * Returns labels that workers carry besides their own, so that load balancers which select by them keep
 * finding VMs. They are not part of a VM's generation: a running VM has them from the controller that
 * made the load balancer, a new one gets them from here.
 *
 * @see docs/runbooks/move-load-balancers.md
 */
export function legacyMachineLabels({ legacyLabels }: CloudConfig): Record<string, string> {
  return Object.fromEntries(
    Object.entries(legacyLabels).map(([id, value]) => [`${prefix}/${id}`, value]),
  );
}

/**
 * Renders the merge patch that makes a load balancer of the infra cluster select VMs by the cluster's
 * name, as new load balancers do. It is one change: there is no moment at which the load balancer
 * selects nothing.
 *
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
