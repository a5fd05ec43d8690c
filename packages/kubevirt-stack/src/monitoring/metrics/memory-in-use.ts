// SPDX-License-Identifier: Apache-2.0

/**
 * Returns the expression of the share of memory in use of each host. Hugepages are set aside for VMs: the
 * kernel counts them as memory that is not available, whether they are in use or not, so they count for
 * neither side.
 *
 * @param hosts - selects the series of the hosts.
 */
export const memoryInUse = (hosts: string): string =>
  `max by (node) (1 - node_memory_MemAvailable_bytes{${hosts}} / (node_memory_MemTotal_bytes{${hosts}}` +
  ` - node_memory_HugePages_Total{${hosts}} * node_memory_Hugepagesize_bytes{${hosts}}))`;
