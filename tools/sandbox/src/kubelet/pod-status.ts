// SPDX-License-Identifier: Apache-2.0
import { digestOf } from '../hardware/image-registry.ts';
import { podAddress6 } from '../network.ts';
import type { ProcessState } from '../process/supervised-process.ts';
import type { Condition, Container, Pod } from './pod.ts';

/** State of one container of a pod. */
export interface ContainerReport {
  readonly container: Container;
  /** Undefined before its first start. */
  readonly process?: ProcessState;
  readonly ready: boolean;
  /** Whether it runs and has passed its startup probe. */
  readonly started: boolean;
  /** Number of restarts before the sandbox was last started. */
  readonly earlierRestarts: number;
}

/** Everything that a pod's status is rendered from. */
export interface PodReport {
  readonly pod: Pod;
  readonly hostIP: string;
  readonly podIP?: string;
  readonly startTime: Date;
  /** Reason why the pod has not started yet. */
  readonly waitingFor?: string;
  readonly containers: readonly ContainerReport[];
  /** @default none */
  readonly initContainers?: readonly ContainerReport[];
}

/** The fields of a pod's status that this code reads; the API gets the others as well. */
export interface PodStatus extends Readonly<Record<string, unknown>> {
  readonly conditions: readonly Condition[];
  readonly podIPs?: readonly { readonly ip: string }[];
}

/**
 * Renders the status of a pod as a kubelet reports it.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/
 */
export function renderPodStatus(report: PodReport, now = new Date()): PodStatus {
  const { pod, hostIP, podIP, startTime, containers, initContainers = [] } = report;
  const phase = podPhase(report);
  const initialized = isInitialized(report);
  const containersReady = phase === 'Running' && containers.every((container) => container.ready);
  const gatesReady = (pod.spec.readinessGates ?? []).every(({ conditionType }) =>
    pod.status?.conditions?.some(({ type, status }) => type === conditionType && status === 'True'),
  );
  const reason = phase === 'Succeeded' || phase === 'Failed' ? 'PodCompleted' : undefined;
  const condition = (type: string, met: boolean, why?: string): Condition =>
    keepTransitionTime(pod, now, {
      type,
      status: met ? 'True' : 'False',
      ...(!met && why !== undefined && { reason: why }),
    });
  return {
    phase,
    hostIP,
    hostIPs: [{ ip: hostIP }],
    ...(podIP !== undefined && { podIP, podIPs: [{ ip: podIP }, { ip: podAddress6(podIP) }] }),
    startTime: startTime.toISOString(),
    conditions: [
      condition('PodScheduled', true),
      condition('Initialized', initialized, 'ContainersNotInitialized'),
      condition('PodReadyToStartContainers', podIP !== undefined),
      condition('ContainersReady', containersReady, reason ?? 'ContainersNotReady'),
      condition(
        'Ready',
        containersReady && gatesReady,
        reason ?? (containersReady ? 'ReadinessGatesNotReady' : 'ContainersNotReady'),
      ),
    ],
    containerStatuses: containers.map((container) => containerStatus(report, container)),
    ...(initContainers.length > 0 && {
      initContainerStatuses: initContainers.map((container) => ({
        ...containerStatus(report, container),
        // For an init container, ready means that it is done.
        ready: container.ready,
      })),
    }),
  };
}

/**
 * Renders a status as a strategic merge patch. Such a patch keeps every field that it does not
 * name, so it names reasons that no longer hold; and it replaces the list of addresses, because the
 * address of a machine's pod changes when its machine moves away.
 */
export function statusPatch(status: PodStatus): object {
  const { conditions, podIPs } = status;
  return {
    ...status,
    conditions: conditions.map((condition) => ({ reason: null, ...condition })),
    ...(podIPs !== undefined && { podIPs: [{ $patch: 'replace' }, ...podIPs] }),
  };
}

/** Returns whether the pod was initialized: this stays true when sidecars end with the pod. */
function isInitialized(report: PodReport): boolean {
  return hasStarted(report) || (report.initContainers ?? []).every(({ ready }) => ready);
}

function hasStarted({ containers }: PodReport): boolean {
  return containers.some(({ process }) => process !== undefined);
}

function podPhase(report: PodReport): string {
  const { pod, containers, initContainers = [], podIP } = report;
  const hasFailedInit = initContainers.some(
    ({ process }) => process?.phase === 'ended' && process.lastExit?.code !== 0,
  );
  // An init container that failed is started again in all other pods.
  if (pod.spec.restartPolicy === 'Never' && hasFailedInit && !hasStarted(report)) return 'Failed';
  if (podIP === undefined || !isInitialized(report)) return 'Pending';
  if (pod.spec.restartPolicy === 'Always' || pod.spec.restartPolicy === undefined) return 'Running';
  const exits = containers.map(({ process }) =>
    process?.phase === 'ended' ? process.lastExit?.code : undefined,
  );
  if (exits.some((code) => code === undefined)) return 'Running';
  return exits.every((code) => code === 0) ? 'Succeeded' : 'Failed';
}

function keepTransitionTime(pod: Pod, now: Date, condition: Condition): Condition {
  const before = pod.status?.conditions?.find(({ type }) => type === condition.type);
  const unchanged = before?.status === condition.status;
  const lastTransitionTime =
    (unchanged ? before.lastTransitionTime : undefined) ?? now.toISOString();
  return { ...condition, lastTransitionTime };
}

function containerStatus(
  { waitingFor }: PodReport,
  { container, process, ready, started, earlierRestarts }: ContainerReport,
): Record<string, unknown> {
  const running = process?.phase === 'running';
  return {
    name: container.name,
    image: container.image,
    imageID: imageIdOf(container.image),
    ready: ready && running,
    started,
    restartCount: earlierRestarts + (process?.restarts ?? 0),
    state: containerState(process, waitingFor),
    ...(process?.lastExit !== undefined &&
      process.phase !== 'ended' && { lastState: { terminated: terminated(process) } }),
  };
}

/**
 * Returns an image by its digest: virt-controller starts a machine that moves from exactly that
 * image.
 */
function imageIdOf(image: string): string {
  if (image.includes('@')) return image;
  const repository = image.replace(/:[^:/]+$/, '');
  return `${repository}@${digestOf(image)}`;
}

function containerState(process: ProcessState | undefined, waitingFor?: string): unknown {
  switch (process?.phase) {
    case 'running':
      return { running: { startedAt: process.startedAt?.toISOString() } };
    case 'ended':
      return { terminated: terminated(process) };
    case 'waiting':
      if (process.lastExit !== undefined) {
        return { waiting: { reason: 'CrashLoopBackOff', message: 'waits before it starts again' } };
      }
      break;
    case undefined:
  }
  return {
    waiting: {
      reason: 'ContainerCreating',
      ...(waitingFor !== undefined && { message: waitingFor }),
    },
  };
}

function terminated({ lastExit, startedAt }: ProcessState): Record<string, unknown> {
  const code = lastExit?.code ?? 0;
  return {
    exitCode: code,
    reason: code === 0 ? 'Completed' : 'Error',
    startedAt: startedAt?.toISOString(),
    finishedAt: lastExit?.finishedAt.toISOString(),
  };
}
