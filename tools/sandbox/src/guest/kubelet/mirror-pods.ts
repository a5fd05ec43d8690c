// SPDX-License-Identifier: Apache-2.0
import { ApiError, type ApiClient } from '@strata/cluster-client';
import type { Node, Pod } from './objects.ts';
import { patchStrategic } from './patch-strategic.ts';
import { podStep } from './pod-state.ts';
import type { StaticPodState } from './static-pods.ts';

const annotations = {
  hash: 'kubernetes.io/config.hash',
  mirror: 'kubernetes.io/config.mirror',
  seen: 'kubernetes.io/config.seen',
  source: 'kubernetes.io/config.source',
} as const;

/** Returns the name of a static pod in the API. */
export function mirrorName(pod: Pod, node: Node): string {
  return `${pod.metadata.name}-${node.metadata.name}`;
}

/**
 * Renders the pod that represents a static pod in the API.
 *
 * @param now - when the manifest was seen.
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/kubelet/config/common.go applyDefaults
 */
export function renderMirror(
  { process }: Pick<StaticPodState, 'process'>,
  node: Node,
  now = new Date(),
) {
  const { pod, hash } = process;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: mirrorName(pod, node),
      namespace: pod.metadata.namespace ?? 'default',
      labels: pod.metadata.labels ?? {},
      annotations: {
        ...pod.metadata.annotations,
        [annotations.hash]: hash,
        [annotations.mirror]: hash,
        [annotations.seen]: now.toISOString(),
        [annotations.source]: 'file',
      },
      // NodeRestriction refuses the pod without an owner.
      ownerReferences: [
        {
          apiVersion: 'v1',
          kind: 'Node',
          name: node.metadata.name,
          uid: node.metadata.uid,
          controller: true,
        },
      ],
    },
    spec: {
      ...pod.spec,
      nodeName: node.metadata.name,
      tolerations: [{ operator: 'Exists', effect: 'NoExecute' }],
    },
  };
}

/** Creates and deletes mirror pods, so that the API shows the static pods. @throws ApiError */
export async function reconcileMirrors(
  api: ApiClient,
  node: Node,
  states: readonly StaticPodState[],
  present: readonly Pod[],
  nodeAddress: string,
): Promise<void> {
  const wanted = new Map(states.map((state) => [mirrorName(state.process.pod, node), state]));
  for (const pod of present) {
    const state = wanted.get(pod.metadata.name);
    const isCurrent = pod.metadata.annotations?.[annotations.mirror] === state?.process.hash;
    if (isCurrent && pod.metadata.deletionTimestamp === undefined) continue;
    await removeNow(api, pod);
  }
  for (const [name, state] of wanted) {
    const pod = present.find(({ metadata }) => metadata.name === name);
    if (pod === undefined) await createMirror(api, node, state);
    else if (pod.metadata.deletionTimestamp === undefined) {
      await reportMirror(api, pod, state, nodeAddress);
    }
  }
}

async function createMirror(api: ApiClient, node: Node, state: StaticPodState): Promise<void> {
  const namespace = state.process.pod.metadata.namespace ?? 'default';
  try {
    await api.post(`/api/v1/namespaces/${namespace}/pods`, renderMirror(state, node));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
  }
}

async function reportMirror(
  api: ApiClient,
  pod: Pod,
  state: StaticPodState,
  nodeAddress: string,
): Promise<void> {
  if (!state.running) return;
  const step = podStep(pod, {
    nodeAddress,
    podAddress: nodeAddress,
    networkReady: true,
    missingVolume: undefined,
    shuttingDown: false,
    now: new Date(),
  });
  if (step.kind === 'report') {
    await patchStrategic(api, `${podPath(pod)}/status`, { status: step.status });
  }
}

/** Returns the path of a pod in the API. */
export function podPath({ metadata }: Pod): string {
  return `/api/v1/namespaces/${metadata.namespace ?? 'default'}/pods/${metadata.name}`;
}

/** Deletes a pod from the API at once, because its containers are gone. */
export async function removeNow(api: ApiClient, pod: Pod): Promise<void> {
  try {
    await api.delete(podPath(pod), pod.metadata.uid, 0);
  } catch (error) {
    // Another pod of this name has taken its place.
    if (!(error instanceof ApiError && error.status === 409)) throw error;
  }
}
