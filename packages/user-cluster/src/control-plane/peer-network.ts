// SPDX-License-Identifier: Apache-2.0
import type { ControlPlaneConfig, MachineConfig } from '../config/index.ts';
import type { KubevirtStackOutputs } from '@strata/contracts';
import { renderNetworkData } from '../machines/network-data.ts';

/** Returns the machine of a control plane: with peers, it has one more interface, the last one. */
export function controlPlaneMachine(controlPlane: ControlPlaneConfig): MachineConfig {
  const { peers } = controlPlane;
  if (peers === undefined) return controlPlane;
  const peer = { network: peers.network, addresses: 'none' as const };
  return { ...controlPlane, interfaces: [...controlPlane.interfaces, peer] };
}

interface NetworkDocument {
  readonly version: number;
  readonly ethernets: Readonly<Record<string, object>>;
}

/**
 * Returns the network configuration of a VM: its interface among peers has the address at its number.
 *
 * @returns undefined for a VM with one interface.
 * @see https://cloudinit.readthedocs.io/en/latest/reference/network-config-format-v2.html
 */
export function peerNetworkData(
  controlPlane: ControlPlaneConfig,
  index: number,
  platform: Pick<KubevirtStackOutputs, 'networks'>,
): string | undefined {
  const text = renderNetworkData(controlPlaneMachine(controlPlane), platform);
  const address = controlPlane.peers?.addresses[index];
  if (text === undefined || address === undefined) return text;
  const document = JSON.parse(text) as NetworkDocument;
  const [last = ''] = Object.keys(document.ethernets).slice(-1);
  const peer = { ...document.ethernets[last], dhcp4: false, addresses: [address] };
  return JSON.stringify({ ...document, ethernets: { ...document.ethernets, [last]: peer } });
}
