// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { Check, CheckContext } from '../../checks/check-context.ts';
import { tunnelOverhead } from './cni-settings.ts';

type Config = CheckContext['config'];

/**
 * Tunnel ports that the infra cluster's own pod network may use; nothing asks it which one it uses.
 *
 * @see https://docs.cilium.io/en/v1.20/operations/system_requirements/#firewall-rules
 * @see https://github.com/flannel-io/flannel/blob/master/Documentation/backends.md#vxlan
 * @see https://docs.tigera.io/calico/latest/getting-started/kubernetes/requirements#network-requirements
 */
const infraTunnelPorts: Readonly<Record<number, string>> = {
  4789: 'VXLAN of Calico',
  6081: 'Geneve of Cilium, OVN-Kubernetes and Kube-OVN',
  8472: 'VXLAN of Cilium and flannel',
};

function tunnelPort({ cni }: Config): Problem[] {
  const user = cni && infraTunnelPorts[cni.tunnelPort];
  if (cni === undefined || user === undefined) return [];
  const message =
    `${cni.tunnelPort} is the port of tunnels between hosts (${user}), and tunnels of the ` +
    'user cluster go through these; choose another one, such as 8473';
  return [{ path: ['cni', 'tunnelPort'], message }];
}

function mtu({ cni, network }: Config): Problem[] {
  if (cni?.mtu === undefined || network?.mtu === undefined) return [];
  const largest = network.mtu - tunnelOverhead;
  if (cni.mtu <= largest) return [];
  const message =
    `packets of ${cni.mtu} bytes do not fit into network.mtu: ${network.mtu}, because the tunnel adds ` +
    `${tunnelOverhead} bytes; set at most ${largest}`;
  return [{ path: ['cni', 'mtu'], message }];
}

function binding({ network }: Config): Problem[] {
  if (network?.binding !== 'masquerade') return [];
  const message =
    'machines with binding: masquerade all have the address 10.0.2.2 inside, between which ' +
    'Cilium has no tunnel; use network.binding: bridge, or cni.type: none';
  return [{ path: ['cni', 'type'], message }];
}

/** Returns the problems of a pod network that would not work on the network below it. */
export const checkCni: Check = ({ config }) => {
  if (config.cni?.type !== 'cilium') return [];
  return [...binding(config), ...tunnelPort(config), ...mtu(config)];
};
