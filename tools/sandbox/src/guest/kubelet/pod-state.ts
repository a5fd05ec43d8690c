// SPDX-License-Identifier: Apache-2.0
import type { Container, Pod } from './objects.ts';

/** State of the node, the network and the volumes of a pod at one moment. */
export interface PodFacts {
  readonly nodeAddress: string;
  /** Address that the pod has or would get; undefined before the node has a range. */
  readonly podAddress: string | undefined;
  /** Whether something has installed a network plugin. */
  readonly networkReady: boolean;
  /** Reason why a volume of the pod is not there yet. */
  readonly missingVolume: string | undefined;
  /** Disk of one of the pod's volumes that was removed from the machine while the pod ran. */
  readonly lostDisk?: string | undefined;
  readonly shuttingDown: boolean;
  readonly now: Date;
}

/** Next step of a kubelet for a pod, at this moment. */
export type PodStep =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'remove' }
  | { readonly kind: 'report'; readonly status: Readonly<Record<string, unknown>> };

/** Milliseconds after which a Job is done. */
export const jobDuration = 1_000;

const mirrorAnnotation = 'kubernetes.io/config.mirror';

/** Returns whether a pod is a mirror pod: it represents a static pod in the API. */
export function isMirror({ metadata }: Pod): boolean {
  return metadata.annotations?.[mirrorAnnotation] !== undefined;
}

/** Formats a time in whole seconds, as the API does. */
export function apiTime(date: Date): string {
  return date.toISOString().replace(/\.\d+/, '');
}

function isJob({ metadata }: Pod): boolean {
  return (metadata.ownerReferences ?? []).some(({ kind }) => kind === 'Job');
}

type State = 'waiting' | 'running' | 'broken' | 'succeeded' | 'failed';

function containerState(state: State, startedAt: string, now: string) {
  switch (state) {
    case 'waiting':
      return { waiting: { reason: 'ContainerCreating' } };
    case 'running':
      return { running: { startedAt } };
    case 'broken':
      return { waiting: { reason: 'CrashLoopBackOff', message: brokenMessage } };
    case 'succeeded':
      return { terminated: { exitCode: 0, reason: 'Completed', startedAt, finishedAt: now } };
    case 'failed':
      return { terminated: { exitCode: 143, reason: 'Error', startedAt, finishedAt: now } };
  }
}

function containerStatuses(containers: readonly Container[], pod: Pod, state: State, now: string) {
  return containers.map(({ name, image }) => ({
    name,
    image,
    imageID: state === 'waiting' ? '' : `${image}@played`,
    ...(state !== 'waiting' && { containerID: `containerd://${pod.metadata.uid}-${name}` }),
    ready: state === 'running',
    started: state === 'running',
    restartCount: state === 'broken' ? 1 : 0,
    state: containerState(state, pod.status?.startTime ?? now, now),
  }));
}

/** Returns the statuses of init containers other than sidecars: one that is done is ready. */
function initStatuses(containers: readonly Container[], pod: Pod, state: State, now: string) {
  if (state === 'waiting') return containerStatuses(containers, pod, state, now);
  const done = containerStatuses(containers, pod, 'succeeded', now);
  return done.map((status) => ({ ...status, ready: true }));
}

function condition(pod: Pod, now: string, type: string, isTrue: boolean, reason?: string) {
  const status = isTrue ? 'True' : 'False';
  const before = pod.status?.conditions?.find((one) => one.type === type);
  const unchanged = before?.status === status;
  return {
    type,
    status,
    lastTransitionTime: unchanged ? (before.lastTransitionTime ?? now) : now,
    // A null reason removes an earlier one.
    reason: isTrue ? null : (reason ?? null),
    message: null,
  };
}

/**
 * Returns the change that makes this the only address of a list. Without the directive a strategic
 * merge keeps the address of an earlier boot in the list, and the API refuses two of one family. The
 * real kubelet deletes the earlier one in the patch that it computes.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/util/pod/pod.go PatchPodStatus
 */
function onlyAddress(ip: string) {
  return [{ ip }, { $patch: 'replace' }];
}

function report(pod: Pod, facts: PodFacts, state: State, reason?: string): PodStep {
  const now = apiTime(facts.now);
  const address = pod.spec.hostNetwork === true ? facts.nodeAddress : facts.podAddress;
  const over = state === 'succeeded' || state === 'failed';
  const why = state === 'succeeded' ? 'PodCompleted' : (reason ?? 'ContainersNotReady');
  const started = state === 'running' || state === 'broken';
  const sidecars = (pod.spec.initContainers ?? []).filter(
    ({ restartPolicy }) => restartPolicy === 'Always',
  );
  const plainInits = (pod.spec.initContainers ?? []).filter((one) => !sidecars.includes(one));
  const phases = {
    waiting: 'Pending',
    running: 'Running',
    broken: 'Running',
    succeeded: 'Succeeded',
    failed: 'Failed',
  };
  return {
    kind: 'report',
    status: {
      phase: phases[state],
      startTime: pod.status?.startTime ?? now,
      hostIP: facts.nodeAddress,
      hostIPs: onlyAddress(facts.nodeAddress),
      ...(started && address !== undefined && { podIP: address, podIPs: onlyAddress(address) }),
      conditions: [
        condition(pod, now, 'PodReadyToStartContainers', started, why),
        condition(pod, now, 'Initialized', state !== 'waiting', why),
        condition(pod, now, 'ContainersReady', state === 'running', why),
        condition(pod, now, 'Ready', state === 'running', why),
        condition(pod, now, 'PodScheduled', true),
      ],
      containerStatuses: containerStatuses(pod.spec.containers, pod, state, now),
      ...(pod.spec.initContainers !== undefined && {
        initContainerStatuses: [
          ...initStatuses(plainInits, pod, state, now),
          ...containerStatuses(sidecars, pod, state, now),
        ],
      }),
      ...(over && reason !== undefined && { reason, message: shutdownMessage }),
    },
  };
}

/**
 * Message of a container whose disk is gone: its program ends with this error at every start that
 * writes.
 */
const brokenMessage = 'Input/output error';
const shutdownMessage = 'Pod was terminated in response to imminent node shutdown.';

/** Returns why a pod's containers cannot start yet; undefined when they can. */
export function waitingFor(pod: Pod, facts: PodFacts): string | undefined {
  if (facts.missingVolume !== undefined) return facts.missingVolume;
  if (pod.spec.hostNetwork === true) return undefined;
  if (!facts.networkReady) return 'network is not ready: cni plugin not initialized';
  return facts.podAddress === undefined ? 'the node has no podCIDR yet' : undefined;
}

/**
 * Returns what a kubelet does with a pod: all pods run at once, Jobs are done after a second.
 * Mirror pods are left to their static pods.
 */
export function podStep(pod: Pod, facts: PodFacts): PodStep {
  const phase = pod.status?.phase ?? 'Pending';
  const over = phase === 'Succeeded' || phase === 'Failed';
  if (pod.metadata.deletionTimestamp !== undefined) return { kind: 'remove' };
  if (over) return { kind: 'nothing' };
  if (facts.shuttingDown) return report(pod, facts, 'failed', 'Terminated');
  if (phase === 'Pending') {
    if (waitingFor(pod, facts) === undefined) return report(pod, facts, 'running');
    return pod.status?.startTime === undefined
      ? report(pod, facts, 'waiting')
      : { kind: 'nothing' };
  }
  const started = Date.parse(pod.status?.startTime ?? '');
  if (isJob(pod) && facts.now.getTime() - started >= jobDuration) {
    return report(pod, facts, 'succeeded');
  }
  if (facts.lostDisk !== undefined) {
    const told = pod.status?.conditions?.find(({ type }) => type === 'Ready')?.status === 'False';
    return told ? { kind: 'nothing' } : report(pod, facts, 'broken');
  }
  // After a restart, a kubelet finds the containers of its last boot gone and starts them anew; its
  // machine may have another address then.
  const ready = pod.status?.conditions?.find(({ type }) => type === 'Ready');
  const { hostIP = facts.nodeAddress } = pod.status ?? {};
  const isTold = ready?.status === 'True' && hostIP === facts.nodeAddress;
  return isTold ? { kind: 'nothing' } : report(pod, facts, 'running');
}
