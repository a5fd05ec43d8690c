// SPDX-License-Identifier: Apache-2.0

/** Cilium's settings, the ConfigMap `kube-system/cilium-config`. */
export type CiliumSettings = Readonly<Record<string, string>>;

/**
 * Why guests find no Services. Cilium that replaces kube-proxy sends what is for a Service to a pod
 * where a program of a pod opens its socket. A guest's sockets are in the guest, where Cilium is not,
 * and its packets are not looked at again, unless the socket is only used in the namespace of hosts.
 *
 * @see https://docs.cilium.io/en/v1.20/network/kubernetes/kubeproxy-free/#socket-loadbalancer-bypass-in-pod-namespace
 */
export const guestsWithoutServices =
  'machines reach no Service of the infra cluster, its DNS among them, where Cilium replaces ' +
  'kube-proxy without bpf-lb-sock-hostns-only (Helm: socketLB.hostNamespaceOnly: true)';

/** What of a cluster's Cilium stands in the way of machines; nothing where there is no Cilium. */
export function checkCilium(cilium: CiliumSettings | undefined): string[] {
  if (cilium === undefined) return [];
  const replaces = ['true', 'strict'].includes(cilium['kube-proxy-replacement'] ?? '');
  return [
    ...(cilium['cni-exclusive'] === 'true'
      ? [
          'Cilium takes away the configuration of other CNI plugins on hosts, and so that of Multus ' +
            '(cni-exclusive); set cni.exclusive: false in its Helm values, or machines get no ' +
            'further networks',
        ]
      : []),
    ...(replaces && cilium['bpf-lb-sock-hostns-only'] !== 'true'
      ? [`${guestsWithoutServices}; set it`]
      : []),
  ];
}
