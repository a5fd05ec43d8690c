// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { stringify } from 'yaml';
import { writeFileAtomically, type Instance } from '../instance.ts';
import { network } from '../network.ts';
import type { Component } from './components.ts';
import { kubernetesTools } from './kubernetes-versions.ts';
import type { KubernetesMinor } from './kubernetes-versions.ts';

/** Addresses at which kube-proxy serves its health check and its metrics. */
const healthAddress = '127.0.0.1:10256';
const metricsAddress = '127.0.0.1:10249';

/**
 * Renders the configuration of kube-proxy. One process serves all hosts, because the rack routes
 * all pods.
 *
 * @param node - The host that it runs as. Clients outside of pods and hosts find only this host's
 *   endpoints behind Services with `externalTrafficPolicy: Local`.
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
    // Traffic of pods keeps its source address; traffic of hosts comes from the rack's address.
    detectLocalMode: 'ClusterCIDR',
    clusterCIDR: `${network.processPodCidr},${network.processPodCidr6}`,
    nodePortAddresses: network.hostCidrs,
    // The rack must not set the connection-tracking limits of the machine.
    conntrack: {
      maxPerCore: 0,
      min: 0,
      tcpEstablishedTimeout: '0s',
      tcpCloseWaitTimeout: '0s',
    },
  };
}

/**
 * Returns the real kube-proxy as a component, which serves the infra cluster's Services, and writes
 * its configuration.
 */
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
    // kube-proxy runs the command nft to write the kernel's tables.
    commands: [{ tool: 'nft', binary: 'nft' }],
    readyUrl: `http://${healthAddress}/healthz`,
    stopGraceSeconds: 3,
  };
}
