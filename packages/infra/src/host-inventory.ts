// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { ClusterError, clusterReader } from '@strata/cluster-client';
import type { Host } from '@strata/contracts';
import { parseQuantity } from '@strata/contracts/quantity';
import { refusalsOf } from './cpu-refusals.ts';
import type { SelfContainedKubeconfig } from './self-contained-kubeconfig.ts';

const bytesInGiB = 2 ** 30;

/** The well-known label for a failure domain. @see https://kubernetes.io/docs/reference/labels-annotations-taints/#topologykubernetesiozone */
const zoneLabel = 'topology.kubernetes.io/zone';

/**
 * Label that virt-handler sets to `true` where VMs can have dedicated CPUs. Newer KubeVirt sets another one,
 * too.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-handler/heartbeat/heartbeat.go `do`
 */
const dedicatedCpusLabel = 'cpumanager';

/** Fields of a node that describe its host. */
interface NodeFacts {
  readonly metadata?: { readonly name?: string; readonly labels?: Record<string, string> };
  readonly spec?: { readonly taints?: readonly NodeTaint[] };
  readonly status?: {
    readonly capacity?: Record<string, string>;
    readonly addresses?: readonly { readonly type: string; readonly address: string }[];
  };
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

/**
 * Types of addresses of a node that packets can be sent to.
 *
 * @see https://kubernetes.io/docs/reference/node/node-status/#addresses
 */
const reachable = ['InternalIP', 'ExternalIP'];

/** Returns the addresses of a node, each once, sorted so that their order never makes a change. */
function addressesOf({ status }: NodeFacts): string[] {
  const found = (status?.addresses ?? []).filter(({ type }) => reachable.includes(type));
  return [...new Set(found.map(({ address }) => address))].sort();
}

/** Returns the hosts of the infra cluster from its nodes, sorted by name. */
export function hostsOf(nodes: readonly NodeFacts[]): Host[] {
  const refusals = refusalsOf(nodes);
  return nodes
    .map((node): Host => {
      const { metadata, spec, status } = node;
      const addresses = addressesOf(node);
      const pods = parseQuantity(status?.capacity?.pods);
      const taints = taintsOf(spec?.taints);
      const zone = metadata?.labels?.[zoneLabel];
      const dedicated = metadata?.labels?.[dedicatedCpusLabel];
      const cpuRefusedBy = refusals.get(metadata?.name ?? '') ?? [];
      return {
        name: metadata?.name ?? '',
        ...(zone !== undefined && { zone }),
        cpu: parseQuantity(status?.capacity?.cpu) ?? 0,
        // Whole GiB: the kernel's own share changes by some MiB from one boot to the next.
        memoryGiB: Math.floor((parseQuantity(status?.capacity?.memory) ?? 0) / bytesInGiB),
        ...(pods !== undefined && { pods }),
        ...(taints.length > 0 && { taints }),
        ...(addresses.length > 0 && { addresses }),
        ...(cpuRefusedBy.length > 0 && { cpuRefusedBy }),
        ...(dedicated !== undefined && { dedicatedCpus: dedicated === 'true' }),
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
