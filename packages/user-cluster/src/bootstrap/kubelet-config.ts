// SPDX-License-Identifier: Apache-2.0
import { parseRange } from '@strata/contracts';
import type { UserClusterConfig } from '../config/index.ts';
import type { BootstrapArgs } from './bootstrap-args.ts';
import { layoutOf } from './guest-layouts.ts';
import { registeredTaints } from './node-taints.ts';

/** The API version of KubeletConfiguration. */
const apiVersion = 'kubelet.config.k8s.io/v1beta1';

/**
 * Position of the cluster's DNS among the Service addresses.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/constants/constants.go `GetDNSIP`
 */
const dnsIndex = 10n;

/**
 * Returns the address of the cluster's own DNS. It is never a node-local one: at that address, nodes of
 * nested clusters ask their own cache.
 */
export function clusterDns(serviceCidr: string): string {
  const first = parseRange(serviceCidr)?.first ?? 0n;
  const address = first + dnsIndex;
  return [24n, 16n, 8n, 0n].map((shift) => `${(address >> shift) & 255n}`).join('.');
}

/**
 * Renders what all kubelets of a cluster have in common: kubeadm keeps it in the cluster, and VMs that
 * join take it from there.
 */
export function renderKubeletConfig({ kubernetes }: Pick<UserClusterConfig, 'kubernetes'>) {
  const { serviceCidr, dnsDomain, kubelet } = kubernetes;
  return {
    apiVersion,
    kind: 'KubeletConfiguration',
    cgroupDriver: 'systemd',
    clusterDNS: [clusterDns(serviceCidr)],
    clusterDomain: dnsDomain,
    maxPods: kubelet.maxPods,
    rotateCertificates: true,
    serverTLSBootstrap: kubelet.requestServingCertificates,
  };
}

/** Divisor of the shutdown time: this part is left to the pods without which a node does not work. */
const criticalShare = 3;

/**
 * Renders the kubelet settings of one group of VMs: kubeadm merges them into the cluster's when a VM
 * joins. Pods that drains leave alone get this time to end.
 *
 * @see https://kubernetes.io/docs/concepts/cluster-administration/node-shutdown/#graceful-node-shutdown
 */
export function renderKubeletPatch(args: Pick<BootstrapArgs, 'role' | 'machine'>) {
  const { machine } = args;
  const { shutdownSeconds } = machine.drain;
  const taints = registeredTaints(args);
  const { volumePlugins } = layoutOf(machine);
  return {
    shutdownGracePeriod: `${shutdownSeconds}s`,
    shutdownGracePeriodCriticalPods: `${Math.floor(shutdownSeconds / criticalShare)}s`,
    ...(volumePlugins !== undefined && { volumePluginDir: volumePlugins }),
    ...(taints.length > 0 && { registerWithTaints: taints }),
  };
}
