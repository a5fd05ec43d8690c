// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { stringify } from 'yaml';
import { writeFileAtomically, type Instance } from '../instance.ts';
import { network } from '../network.ts';
import type { Component } from './components.ts';
import { kubernetesTools } from './kubernetes-versions.ts';
import type { KubernetesMinor } from './kubernetes-versions.ts';

/** Where kube-proxy says that it is ready, and gives its metrics. */
const healthAddress = '127.0.0.1:10256';
const metricsAddress = '127.0.0.1:10249';

/**
 * kube-proxy's configuration: one for all hosts, because all pods are routed by the rack.
 *
 * @param node - The host that it runs as. Clients outside of pods and hosts find only its endpoints
 *   behind Services with `externalTrafficPolicy: Local`.
 * @see https://kubernetes.io/docs/reference/config-api/kube-proxy-config.v1alpha1/
 */
export function renderKubeProxyConfig(kubeconfig: string, node: string): object {
  return {
    apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
    kind: 'KubeProxyConfiguration',
    mode: 'nftables',
    clientConnection: { kubeconfig },
    hostnameOverride: node,
    healthzBindAddress: healthAddress,
    metricsBindAddress: metricsAddress,
    // Traffic of pods keeps its sender; traffic of the hosts comes from the rack's address.
    detectLocalMode: 'ClusterCIDR',
    clusterCIDR: `${network.processPodCidr},${network.processPodCidr6}`,
    nodePortAddresses: network.hostCidrs,
    // Limits of the machine's connection tracking are not the rack's to set.
    conntrack: {
      maxPerCore: 0,
      min: 0,
      tcpEstablishedTimeout: '0s',
      tcpCloseWaitTimeout: '0s',
    },
  };
}

/** The real kube-proxy, which serves the infra cluster's Services. Writes its configuration. */
export function kubeProxy(
  instance: Instance,
  kubernetes: KubernetesMinor,
  node: string,
): Component {
  const { pkiDir, dir } = instance;
  const config = join(dir, 'kube-proxy.yaml');
  const kubeconfig = join(pkiDir, 'kube-proxy.kubeconfig');
  writeFileAtomically(config, stringify(renderKubeProxyConfig(kubeconfig, node)));
  return {
    name: 'kube-proxy',
    tool: kubernetesTools[kubernetes],
    args: [`--config=${config}`],
    // It writes the kernel's tables with the command nft.
    commands: [{ tool: 'nft', binary: 'nft' }],
    readyUrl: `http://${healthAddress}/healthz`,
    stopGraceSeconds: 3,
  };
}
