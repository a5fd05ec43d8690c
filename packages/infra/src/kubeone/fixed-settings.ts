// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import { fixedPaths } from '../config/fixed-paths.ts';
import type { FixedPath } from '../config/fixed-paths.ts';
import type { KubeoneConfig } from '../config/index.ts';

/**
 * The remains of each setting that a cluster keeps, when KubeOne changes it. `kubeone apply` on a running
 * cluster applies its addons again, but runs no `kubeadm init` and changes no kubelet.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/tasks.go `WithResources`
 */
const leftBehind: Readonly<Record<FixedPath, string>> = {
  'apiEndpoint.host':
    'hosts, the kubeconfig and the accounts of the stacks above keep the earlier address, and ' +
    'the certificate of the API does not have the new one',
  'apiEndpoint.port':
    'hosts, the kubeconfig and the accounts of the stacks above keep the earlier port',
  'network.podSubnet': 'nodes and pods keep their addresses in the earlier range',
  'network.serviceSubnet': 'the API server and all Services keep the earlier range',
  'network.nodePrefixLength': 'nodes keep their earlier ranges',
  'network.cni.name': 'the earlier CNI stays beside the new one, with the addresses of all pods',
  'network.cni.kubeProxyReplacement': 'the rules of kube-proxy, or its absence, stay',
  'features.nodeLocalDns': 'kubelets and running pods keep the earlier DNS server',
};

/** Values of the settings that a cluster keeps. */
export type FixedValues = Readonly<Partial<Record<FixedPath, string | number | boolean>>>;

/** Returns the values that a configuration gives to the settings that a cluster keeps. */
export function fixedValues(kubeone: KubeoneConfig): Required<FixedValues> {
  const { apiEndpoint, network, features } = kubeone;
  const { podSubnet, serviceSubnet, nodePrefixLength, cni } = network;
  return {
    'apiEndpoint.host': apiEndpoint.host,
    'apiEndpoint.port': apiEndpoint.port,
    'network.podSubnet': podSubnet,
    'network.serviceSubnet': serviceSubnet,
    'network.nodePrefixLength': nodePrefixLength,
    'network.cni.name': cni.name,
    'network.cni.kubeProxyReplacement': cni.kubeProxyReplacement,
    'features.nodeLocalDns': features.nodeLocalDns,
  };
}

/**
 * Returns the address of the API of a cluster that was last brought up before its settings had it.
 *
 * @param url - `https://host:port`, an output of that run.
 */
export function endpointIn(url: string): FixedValues {
  const [, host, port] = /^https:\/\/\[?(.+?)\]?:(\d+)$/.exec(url) ?? [];
  if (host === undefined) return {};
  return { 'apiEndpoint.host': host, 'apiEndpoint.port': Number(port) };
}

/**
 * Reports changes of settings that a cluster keeps, because KubeOne carries out only half of them.
 *
 * @param last - values of the last run of this stack; those that it did not record are not checked.
 */
export function checkFixed(last: FixedValues, kubeone: KubeoneConfig): Problem[] {
  const wanted = fixedValues(kubeone);
  return fixedPaths
    .filter((path) => (last[path] ?? wanted[path]) !== wanted[path])
    .filter((path) => !kubeone.changedByHand.includes(path))
    .map((path) => ({
      path: ['kubeone', ...path.split('.')],
      message:
        `the cluster was made with ${last[path]}, and KubeOne carries out only half of this ` +
        `change: ${leftBehind[path]}. Set it back to ${last[path]}; if you have changed the ` +
        `cluster by hand, add "${path}" to kubeone.changedByHand`,
    }));
}
