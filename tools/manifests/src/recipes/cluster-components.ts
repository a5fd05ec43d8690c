// SPDX-License-Identifier: Apache-2.0
import type { Component } from './component.ts';

/** The newest minor that every release of the platform supports; templates ask little of it. */
const kubeVersion = '1.34.0';

/**
 * What is installed inside user clusters, from its own charts. Only values that differ from the
 * chart's own are here; what differs from cluster to cluster is put in when a program runs
 * (`packages/user-cluster/src/inside/cni`).
 */
export const clusterComponents = {
  /** The pod network. @see https://docs.cilium.io/en/v1.20/helm-reference/ */
  cilium: [
    {
      name: 'cilium',
      version: '1.20.2',
      sources: [
        {
          from: 'chart',
          module: 'github.com/cilium/cilium',
          path: 'install/kubernetes/cilium',
          release: 'cilium',
          namespace: 'kube-system',
          kubeVersion,
          values: {
            // The machines are in a pod network themselves: nobody outside routes the pods of a
            // user cluster, and 8472, the chart's own port, is what most infra clusters use.
            routingMode: 'tunnel',
            tunnelProtocol: 'vxlan',
            tunnelPort: 8473,
            // Each node's addresses are those that kube-controller-manager gave it.
            ipam: { mode: 'kubernetes' },
            k8s: { requireIPv4PodCIDR: true },
            // kubeadm brings kube-proxy; a cluster may leave it out.
            kubeProxyReplacement: 'false',
            // It elects a leader, and holds nothing that a minute without it would hurt.
            operator: { replicas: 1 },
            // Its certificates would be made up anew at every rendering.
            hubble: { enabled: false },
            // Inside the agent instead of in a daemon set of its own.
            envoy: { enabled: false },
            // Secrets of TLS interception would be copied to a namespace that everybody who may
            // write policies reads. Without it the operator does not read Secrets at all.
            tls: { secretSync: { enabled: false }, secretsNamespace: { create: false } },
            // Where node-local-dns listens on every node: were it an address of the node, policies
            // that allow DNS by pod would not match. In the ConfigMap as it stands in the agent's flags.
            extraConfig: { 'exclude-local-address': '169.254.20.10/32' },
          },
        },
      ],
      file: 'cilium',
      omits: [
        // The user cluster's own, made by Kubernetes.
        { kind: 'Namespace', name: 'kube-system' },
        // For the namespace that is not made, see `tls`.
        { kind: 'Role', name: 'cilium-tlsinterception-secrets' },
        { kind: 'RoleBinding', name: 'cilium-tlsinterception-secrets' },
        // For removing what an encryption by ztunnel left behind, which was never on.
        { kind: 'Role', name: 'cilium-operator-ztunnel' },
        { kind: 'RoleBinding', name: 'cilium-operator-ztunnel' },
      ],
    },
  ],
} as const satisfies Readonly<Record<string, readonly Component[]>>;
