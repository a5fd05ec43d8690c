// SPDX-License-Identifier: Apache-2.0

/** Fields of a Service by which pods find it. */
export interface NamedService {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly clusterIP?: string };
}

/**
 * First line of every such file.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/kubelet/kubelet_pods.go `managedHostsHeader`
 */
const header = '# Kubernetes-managed hosts file.\n';

/** Domain of a cluster whose kubelets name no other one. */
const clusterDomain = 'cluster.local';

/**
 * Renders the file with the names of hosts of a pod: the Services of its namespace by all the names
 * that cluster DNS would answer to, as they are when the pod starts. It has neither Services of
 * other namespaces, nor those without an address of their own.
 *
 * @see https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/
 */
export function renderHosts(services: readonly NamedService[], namespace: string): string {
  const named = services.flatMap(({ metadata: { name }, spec: { clusterIP = 'None' } }) => {
    const full = `${name}.${namespace}.svc`;
    const names = [name, `${name}.${namespace}`, full, `${full}.${clusterDomain}`];
    return clusterIP === 'None' ? [] : [`${clusterIP} ${names.join(' ')}\n`];
  });
  return `${header}127.0.0.1\tlocalhost\n${named.join('')}`;
}
