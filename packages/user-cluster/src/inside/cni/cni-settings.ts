// SPDX-License-Identifier: Apache-2.0
import type { UserClusterConfig } from '../../config/index.ts';

/** Configuration that the settings follow from. */
export type CniSources = Pick<UserClusterConfig, 'cni' | 'network'>;

/** A key of the ConfigMap `cilium-config`, which is a flag of the agent. */
interface CniSetting {
  readonly key: string;
  /** Undefined keeps the value of the locked manifest. */
  readonly value: (config: CniSources) => string | undefined;
  readonly source: string;
}

const chart = 'https://github.com/cilium/cilium/blob/v1.20.2/install/kubernetes/cilium';
const configMap = `${chart}/templates/cilium-configmap.yaml`;

/** Bytes that a VXLAN tunnel over IPv4 adds to each packet. @see https://github.com/cilium/cilium/blob/v1.20.2/pkg/mtu/mtu.go */
export const tunnelOverhead = 50;

/** Settings that differ from cluster to cluster; all others are locked with the manifest. */
export const cniSettings: readonly CniSetting[] = [
  { key: 'tunnel-port', value: ({ cni }) => String(cni.tunnelPort), source: configMap },
  { key: 'enable-policy', value: ({ cni }) => cni.policyEnforcement, source: configMap },
  {
    // MTU of the network below the tunnel; Cilium subtracts the overhead itself.
    key: 'mtu',
    value: ({ cni, network }) => {
      const below = cni.mtu === undefined ? network.mtu : cni.mtu + tunnelOverhead;
      return below === undefined ? undefined : String(below);
    },
    source: configMap,
  },
  {
    key: 'kube-proxy-replacement',
    value: ({ cni }) => String(cni.kubeProxyReplacement),
    source: configMap,
  },
  {
    key: 'kube-proxy-replacement-healthz-bind-address',
    value: ({ cni }) => (cni.kubeProxyReplacement ? '' : undefined),
    source: configMap,
  },
];

/**
 * Containers that must find the API server before Services work: with the kube-proxy replacement, only
 * Cilium makes Services work.
 */
export const apiClients: readonly {
  readonly kind: string;
  readonly name: string;
  readonly containers: readonly string[];
  readonly source: string;
}[] = [
  {
    kind: 'DaemonSet',
    name: 'cilium',
    containers: ['cilium-agent', 'config', 'clean-cilium-state'],
    source: `${chart}/templates/cilium-agent/daemonset.yaml`,
  },
  {
    kind: 'Deployment',
    name: 'cilium-operator',
    containers: ['cilium-operator'],
    source: `${chart}/templates/cilium-operator/deployment.yaml`,
  },
];
