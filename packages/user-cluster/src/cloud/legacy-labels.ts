// SPDX-License-Identifier: Apache-2.0
import { labelKeys } from '@strata/contracts';
import type { CloudConfig } from '@strata/contracts';

/** Before v0.3.0 the controller gave each load balancer a label of its own, named after it. */
const prefix = 'cloud.kubevirt.io';

/**
 * Labels that workers carry besides their own, so that load balancers which select by them keep
 * finding machines. They are not part of what a machine is made of: one that runs has them from the
 * controller that made the load balancer, one that is made anew gets them from here.
 *
 * @see docs/runbooks/move-load-balancers.md
 */
export function legacyMachineLabels({ legacyLabels }: CloudConfig): Record<string, string> {
  return Object.fromEntries(
    Object.entries(legacyLabels).map(([id, value]) => [`${prefix}/${id}`, value]),
  );
}

/**
 * The merge patch that makes a load balancer of the infra cluster select by the cluster's name, as
 * those are made today. One change: there is no moment at which it selects nothing.
 *
 * @param id - of the label, which is the name of the Service as well.
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
