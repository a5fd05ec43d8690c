// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '../kubelet/pod.ts';
import type { Api } from '../kubernetes/api.ts';
import type { ApiObject } from '../kubernetes/objects.ts';
import { Reconciler } from '../kubernetes/reconciler.ts';
import { watchObjects, type Watched } from '../kubernetes/watched.ts';
import { bridgesOfHost } from './host-bridges.ts';

type Resources = Readonly<Record<string, string>>;

/** A Node, as far as bridge-marker looks at it. */
export interface MarkedNode extends ApiObject {
  readonly status?: { readonly capacity?: Resources; readonly allocatable?: Resources };
}

const prefix = 'bridge.network.kubevirt.io/';

/** How many machines a bridge takes; Kubernetes has no resources without end. */
const room = '1k';

function isRunningMarker({ metadata, status }: Pod): boolean {
  return (
    metadata.labels?.['app.kubernetes.io/name'] === 'bridge-marker' && status?.phase === 'Running'
  );
}

/**
 * The change of a node's status after which it offers its host's bridges and no others; undefined
 * when it does. Its kubelet makes allocatable of what has capacity, and is played here as well.
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

/** Plays bridge-marker: wherever its pod runs, the host offers the bridges that it has. */
export class BridgeMarker {
  private readonly api: Api;
  private readonly bridges: readonly string[];
  private readonly reconciler: Reconciler;
  private readonly nodes: Watched<MarkedNode>;
  private readonly pods: Watched<Pod>;

  /** @param bridges - of hosts, as the settings have them. */
  constructor(api: Api, bridges: readonly string[], log: (message: string) => void) {
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
