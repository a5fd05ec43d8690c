// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import type { Pod } from '../kubelet/pod.ts';
import type { ApiObject } from '../kubernetes/objects.ts';
import { Reconciler } from '../kubernetes/reconciler.ts';
import { watchObjects, type Watched } from '../kubernetes/watched.ts';
import { bridgesOfHost } from './host-bridges.ts';

type Resources = Readonly<Record<string, string>>;

/** The fields of a Node that bridge-marker reads. */
export interface MarkedNode extends ApiObject {
  readonly status?: { readonly capacity?: Resources; readonly allocatable?: Resources };
}

const prefix = 'bridge.network.kubevirt.io/';

/** Number of machines that may use a bridge: Kubernetes has no unlimited resources. */
const room = '1k';

function isRunningMarker({ metadata, status }: Pod): boolean {
  return (
    metadata.labels?.['app.kubernetes.io/name'] === 'bridge-marker' && status?.phase === 'Running'
  );
}

/**
 * Returns the status change after which a node offers its host's bridges and no others; undefined
 * when it does already. On a real host, the kubelet derives allocatable from capacity; that is
 * played here as well.
 *
 * @see https://github.com/kubevirt/bridge-marker/blob/0.13.0/pkg/marker/marker.go (Update)
 */
export function markingOf({ status }: MarkedNode, bridges: readonly string[]): object | undefined {
  const wanted = bridges.map((bridge) => `${prefix}${bridge}`);
  const offered = Object.keys(status?.capacity ?? {}).filter((key) => key.startsWith(prefix));
  const missing = wanted.filter((key) => !offered.includes(key));
  const surplus = offered.filter((key) => !wanted.includes(key));
  if (missing.length + surplus.length === 0) return undefined;
  const resources = Object.fromEntries([
    ...missing.map((key) => [key, room] as const),
    ...surplus.map((key) => [key, null] as const),
  ]);
  return { status: { capacity: resources, allocatable: resources } };
}

/** Plays bridge-marker: on every host where its pod runs, offers the bridges that the host has. */
export class BridgeMarker {
  private readonly api: ApiClient;
  private readonly bridges: readonly string[];
  private readonly reconciler: Reconciler;
  private readonly nodes: Watched<MarkedNode>;
  private readonly pods: Watched<Pod>;

  /** @param bridges - Bridges of the hosts, in the format of the settings. */
  constructor(api: ApiClient, bridges: readonly string[], log: (message: string) => void) {
    this.api = api;
    this.bridges = bridges;
    this.reconciler = new Reconciler(
      () => this.pass(),
      (error) => log(`bridge-marker: ${error.message}`),
    );
    const trigger = () => this.reconciler.trigger();
    this.nodes = watchObjects(api, '/api/v1/nodes', trigger);
    this.pods = watchObjects(api, '/api/v1/namespaces/kube-system/pods', trigger);
  }

  async stop(): Promise<void> {
    await this.reconciler.stop();
    this.nodes.stop();
    this.pods.stop();
  }

  private async pass(): Promise<void> {
    const hosts = new Set(
      this.pods
        .list()
        .filter(isRunningMarker)
        .map(({ spec }) => spec.nodeName),
    );
    for (const node of this.nodes.list()) {
      const { name } = node.metadata;
      const body = hosts.has(name) ? markingOf(node, bridgesOfHost(name, this.bridges)) : undefined;
      if (body !== undefined) {
        await this.api.request('PATCH', `/api/v1/nodes/${name}/status`, { body });
      }
    }
  }
}
