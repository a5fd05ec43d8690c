// SPDX-License-Identifier: Apache-2.0
import { clusterReader } from '@strata/cluster-client';

interface ServerPod {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly containers: readonly { readonly command?: readonly string[] }[] };
}

const servers = '/api/v1/namespaces/kube-system/pods?labelSelector=component%3Dkube-apiserver';

/**
 * Returns the names of the API servers that encrypt Secrets, by the flag that KubeOne looks for.
 *
 * @throws ClusterError when the cluster cannot be reached in time, or refuses the request.
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/probes.go `detectEncryptionProvidersEnabled`
 */
export async function encryptingServers(kubeconfig: string, seconds = 15): Promise<string[]> {
  const { get } = clusterReader(kubeconfig, { seconds });
  const pods = await get<{ readonly items?: readonly ServerPod[] }>(servers);
  return (pods?.items ?? []).flatMap(({ metadata, spec }) => {
    const [first] = spec.containers;
    const isEncrypting = first?.command?.some((word) => word.startsWith('--encryption-provider'));
    return isEncrypting === true ? [metadata.name] : [];
  });
}
