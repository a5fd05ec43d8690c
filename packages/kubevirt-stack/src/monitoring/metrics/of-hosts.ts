// SPDX-License-Identifier: Apache-2.0

/**
 * Selects the series of the hosts' node-exporter. Those of node-exporter in the VMs of user clusters
 * have the same names and another job, and tenants decide what they say.
 */
export const ofHosts = 'job="node-exporter"';
