// SPDX-License-Identifier: Apache-2.0
import type { MachineConfig } from '../config/index.ts';
import { interfaceName } from './render-network.ts';

/**
 * Returns the interfaces of a VM that no NetworkPolicy covers: all but the one in the pod network. The
 * VLAN, the switches and the guest's own firewall decide what may reach them.
 *
 * @see https://kubernetes.io/docs/concepts/services-networking/network-policies/
 */
export function uncoveredInterfaces({ interfaces }: Pick<MachineConfig, 'interfaces'>): string[] {
  return interfaces.map(interfaceName);
}
