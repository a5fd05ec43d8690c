// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '../kubelet/pod.ts';
import type { ApiObject } from '../kubernetes/objects.ts';

/** The fields of a Node that a speaker reads. */
export interface SpeakerNode extends ApiObject {
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** Label that kubeadm sets on every control plane. */
const excludedLabel = 'node.kubernetes.io/exclude-from-external-load-balancers';

/** Flags of a speaker that make it ignore the label. */
const ignoringFlags = ['--ignore-exclude-lb', '--ignore-exclude-lb=true'];

function isRunningSpeaker({ metadata, status }: Pod): boolean {
  const { app, component } = metadata.labels ?? {};
  return app === 'metallb' && component === 'speaker' && status?.phase === 'Running';
}

const isNetworkUnavailable = ({ status }: SpeakerNode) =>
  status?.conditions?.some((one) => one.type === 'NetworkUnavailable' && one.status === 'True') ===
  true;

/**
 * Returns the names of the hosts that may announce addresses of load balancers, sorted: those with
 * a running speaker and an available network, and without the label that excludes them, unless
 * their speaker ignores it.
 *
 * @see https://github.com/metallb/metallb/blob/v0.16.1/speaker/layer2_controller.go (speakersForAds)
 */
export function announcingHosts(nodes: readonly SpeakerNode[], pods: readonly Pod[]): string[] {
  const byName = new Map(nodes.map((node) => [node.metadata.name, node] as const));
  return pods
    .filter(isRunningSpeaker)
    .flatMap(({ spec }) => {
      const node = byName.get(spec.nodeName ?? '');
      if (node === undefined || isNetworkUnavailable(node)) return [];
      const args = spec.containers.flatMap((container) => container.args ?? []);
      const ignores = args.some((arg) => ignoringFlags.includes(arg));
      const isExcluded = node.metadata.labels?.[excludedLabel] !== undefined;
      return isExcluded && !ignores ? [] : [node.metadata.name];
    })
    .sort();
}
