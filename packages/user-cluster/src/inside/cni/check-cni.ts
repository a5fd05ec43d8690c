// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { Check, CheckContext } from '../../checks/check-context.ts';
import type { UserClusterConfig } from '../../config/index.ts';
import { tunnelOverhead } from './cni-settings.ts';

type Cni = UserClusterConfig['cni'];
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

function tunnelPort(cni: Cni): Problem[] {
  const user = infraTunnelPorts[cni.tunnelPort];
  if (user === undefined) return [];
  const message =
    `${cni.tunnelPort} is the port of tunnels between hosts (${user}), and tunnels of the ` +
    'user cluster go through these; choose another one, such as 8473';
  return [{ path: ['cni', 'tunnelPort'], message }];
}

function mtu(cni: Cni, { network }: Config): Problem[] {
  if (cni.mtu === undefined || network?.mtu === undefined) return [];
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

/**
 * Refuses the replacement of kube-proxy where nodes of the control plane have several devices with
 * addresses. Cilium's agent needs one of them then, the one with the address of the node, and ends without
 * it. That address is on the loopback interface of these nodes, which never counts.
 *
 * @see https://github.com/cilium/cilium/blob/v1.20.2/pkg/datapath/tables/direct_routing_device.go `Get`
 * @see https://github.com/cilium/cilium/blob/v1.20.2/pkg/datapath/linux/devices_controller.go `isSelectedDevice`
 */
function directRoutingDevice(cni: Cni, { controlPlane }: Config): Problem[] {
  if (!cni.kubeProxyReplacement || controlPlane === undefined) return [];
  const { interfaces, peers } = controlPlane;
  const place = interfaces.findIndex(({ addresses }) => addresses !== 'none');
  if (peers === undefined && place === -1) return [];
  const device =
    peers === undefined
      ? `controlPlane.interfaces[${place}] (unless it has addresses: none)`
      : 'controlPlane.peers';
  const message =
    `Cilium's agent does not start with it on the control plane, whose nodes have a second device with ` +
    `an address: ${device}; leave it false, for kube-proxy, or take cni.type: none and a pod network ` +
    'of your own';
  return [{ path: ['cni', 'kubeProxyReplacement'], message }];
}

/**
 * Refuses an application that `up` waits for and that no policy lets through.
 *
 * @see https://docs.cilium.io/en/v1.20/security/policy/intro/#policy-enforcement-modes
 */
function applicationsWithoutPolicy(cni: Cni, { applications }: Config): Problem[] {
  if (cni.policyEnforcement !== 'always' || applications?.metricsServer !== true) return [];
  const message =
    'with cni.policyEnforcement: always it reaches neither the API nor kubelets, because no policy ' +
    'allows it, and `up` would wait for it in vain; take policyEnforcement: default, or install ' +
    'metrics-server and its policies yourself';
  return [{ path: ['applications', 'metricsServer'], message }];
}

/** Returns the problems of a pod network that would not work on the network below it. */
export const checkCni: Check = ({ config }) => {
  const { cni } = config;
  if (cni?.type !== 'cilium') return [];
  return [
    ...binding(config),
    ...tunnelPort(cni),
    ...mtu(cni, config),
    ...directRoutingDevice(cni, config),
    ...applicationsWithoutPolicy(cni, config),
  ];
};
