// SPDX-License-Identifier: Apache-2.0
import { clusterReader } from '@strata/cluster-client';

interface KubevirtList {
  readonly items?: readonly { readonly status?: { readonly observedKubeVirtVersion?: string } }[];
}

/**
 * Returns the version of KubeVirt that a cluster runs, without a leading `v`; undefined where it has none yet.
 *
 * @throws ClusterError when the cluster cannot be reached in time, or refuses the request.
 */
export async function installedKubevirt(
  kubeconfig: string,
  seconds = 15,
): Promise<string | undefined> {
  const { get } = clusterReader(kubeconfig, { seconds });
  const found = await get<KubevirtList>('/apis/kubevirt.io/v1/kubevirts');
  const versions = (found?.items ?? []).flatMap(
    ({ status }) => status?.observedKubeVirtVersion ?? [],
  );
  return versions[0]?.replace(/^v/, '');
}
