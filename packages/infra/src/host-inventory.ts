// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { ClusterError, clusterReader } from '@strata/cluster-client';
import type { Host } from '@strata/contracts';
import { parseQuantity } from '@strata/contracts/quantity';
import type { SelfContainedKubeconfig } from './self-contained-kubeconfig.ts';

const bytesInGiB = 2 ** 30;

/** The well-known label for a failure domain. @see https://kubernetes.io/docs/reference/labels-annotations-taints/#topologykubernetesiozone */
const zoneLabel = 'topology.kubernetes.io/zone';

/** Fields of a node that describe its host. */
interface NodeFacts {
  readonly metadata?: { readonly name?: string; readonly labels?: Record<string, string> };
  readonly spec?: { readonly taints?: readonly NodeTaint[] };
  readonly status?: { readonly capacity?: Record<string, string> };
}

interface NodeTaint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

/**
 * Beginnings of the keys of taints that come and go: of nodes that are cordoned, not ready, or new.
 *
 * @see https://kubernetes.io/docs/reference/labels-annotations-taints/
 */
const passing = ['node.kubernetes.io/', 'node.cloudprovider.kubernetes.io/', 'node.cilium.io/'];

/** Returns the lasting taints that keep pods away. */
function taintsOf(taints: readonly NodeTaint[] = []): NonNullable<Host['taints']> {
  return taints.flatMap(({ effect, key, value = '' }) =>
    (effect === 'NoSchedule' || effect === 'NoExecute') &&
    !passing.some((prefix) => key.startsWith(prefix))
      ? [{ key, ...(value !== '' && { value }), effect }]
      : [],
  );
}

/** Returns the hosts of the infra cluster from its nodes, sorted by name. */
export function hostsOf(nodes: readonly NodeFacts[]): Host[] {
  return nodes
    .map(({ metadata, spec, status }): Host => {
      const taints = taintsOf(spec?.taints);
      const zone = metadata?.labels?.[zoneLabel];
      return {
        name: metadata?.name ?? '',
        ...(zone !== undefined && { zone }),
        cpu: parseQuantity(status?.capacity?.cpu) ?? 0,
        // Whole GiB: the kernel's own share changes by some MiB from one boot to the next.
        memoryGiB: Math.floor((parseQuantity(status?.capacity?.memory) ?? 0) / bytesInGiB),
        ...(taints.length > 0 && { taints }),
      };
    })
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/**
 * Reads the nodes of the infra cluster and returns their hosts; changes nothing.
 *
 * @param seconds - how long to wait for an answer (default 15).
 * @throws RunError naming the API server when it cannot be reached in time, or refuses the request.
 */
export async function listHosts(access: SelfContainedKubeconfig, seconds = 15): Promise<Host[]> {
  try {
    const reader = clusterReader(access.text, { seconds });
    const nodes = await reader.get<{ readonly items: readonly NodeFacts[] }>('/api/v1/nodes');
    return hostsOf(nodes?.items ?? []);
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    throw new pulumi.RunError(
      `cannot list the hosts of the infra cluster at ${access.apiEndpoint}: ${error.reason}. ` +
        'Check that it runs, that this machine can reach it and that the kubeconfig is still valid.',
    );
  }
}
