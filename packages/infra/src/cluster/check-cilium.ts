// SPDX-License-Identifier: Apache-2.0

/** Cilium's settings: the data of the ConfigMap `kube-system/cilium-config`. */
export type CiliumSettings = Readonly<Record<string, string>>;

/**
 * Message that VMs cannot reach Services. When Cilium replaces kube-proxy, it translates the address
 * of a Service when a program in a pod opens its socket. A guest opens its sockets inside the VM,
 * where Cilium does not run, and Cilium does not translate the guest's packets later, unless
 * translation at the socket is limited to the network namespace of the host.
 *
 * @see https://docs.cilium.io/en/v1.20/network/kubernetes/kubeproxy-free/#socket-loadbalancer-bypass-in-pod-namespace
 */
export const guestsWithoutServices =
  'machines reach no Service of the infra cluster, its DNS among them, where Cilium replaces ' +
  'kube-proxy without bpf-lb-sock-hostns-only (Helm: socketLB.hostNamespaceOnly: true)';

/** Returns a message for each setting of Cilium that breaks the network of VMs; none without Cilium. */
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
