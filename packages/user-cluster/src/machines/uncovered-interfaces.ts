// SPDX-License-Identifier: Apache-2.0
import type { MachineConfig } from '@strata/contracts';
import { interfaceName } from './render-network.ts';

/**
 * The interfaces of a machine that no NetworkPolicy covers: all but the one in the pod network. What
 * may reach them is up to the VLAN, the switches and the guest's own firewall.
 *
 * @see https://kubernetes.io/docs/concepts/services-networking/network-policies/
 */
export function uncoveredInterfaces({ interfaces }: Pick<MachineConfig, 'interfaces'>): string[] {
  return interfaces.map(interfaceName);
}
