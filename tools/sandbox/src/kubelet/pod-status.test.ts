// SPDX-License-Identifier: Apache-2.0
import type { ProcessState } from '../process/supervised-process.ts';
import type { Pod } from './pod.ts';
import { renderPodStatus, statusPatch, type PodReport } from './pod-status.ts';

const container = { name: 'main', image: 'quay.io/x/y:1' };
const at = new Date('2026-01-01T00:00:00Z');
const running: ProcessState = { phase: 'running', pid: 7, startedAt: at, restarts: 0 };

function podWith(restartPolicy: 'Always' | 'Never', status?: Pod['status']): Pod {
  const metadata = { name: 'web-0', namespace: 'shop', uid: 'u1' };
  return { metadata, spec: { restartPolicy, containers: [container] }, ...(status && { status }) };
}

function render(report: Partial<PodReport>, process?: ProcessState, ready = false) {
  const started = ready;
  const entry = { container, ready, started, earlierRestarts: 2, ...(process && { process }) };
  const status = renderPodStatus(
    {
      pod: podWith('Always'),
      hostIP: '10.244.250.1',
      startTime: at,
      containers: [entry],
      ...report,
    },
    new Date('2026-01-01T00:01:00Z'),
  );
  return status as {
    phase: string;
    conditions: { type: string; status: string; lastTransitionTime: string }[];
    containerStatuses: Record<string, unknown>[];
  };
}

test('reports why a pod waits', () => {
  const status = render({ waitingFor: 'Secret certs is not there yet' });
  expect(status.phase).toBe('Pending');
  expect(status.containerStatuses[0]?.state).toEqual({
    waiting: { reason: 'ContainerCreating', message: 'Secret certs is not there yet' },
  });
});

test('a pod is Ready when its containers run and their probes pass', () => {
  const ready = render({ podIP: '10.244.128.1' }, running, true);
  expect(ready.phase).toBe('Running');
  expect(ready.conditions.map(({ type, status }) => `${type}=${status}`)).toEqual([
    'PodScheduled=True',
    'Initialized=True',
    'PodReadyToStartContainers=True',
    'ContainersReady=True',
    'Ready=True',
  ]);
  const notYet = render({ podIP: '10.244.128.1' }, running, false);
  expect(notYet.conditions.at(-1)).toMatchObject({ status: 'False', reason: 'ContainersNotReady' });
});

test('reports a crash as a restart with its exit code', () => {
  const lastExit = { code: 137, finishedAt: at };
  const waiting = render({ podIP: '10.244.128.1' }, { phase: 'waiting', restarts: 1, lastExit });
  expect(waiting.containerStatuses[0]).toMatchObject({
    restartCount: 3,
    ready: false,
    state: { waiting: { reason: 'CrashLoopBackOff' } },
    lastState: { terminated: { exitCode: 137, reason: 'Error' } },
  });
});

test.each([
  [0, 'Succeeded', 'Completed'],
  [3, 'Failed', 'Error'],
])('a pod that is not restarted ends with exit code %d as %s', (code, phase, reason) => {
  const process: ProcessState = {
    phase: 'ended',
    startedAt: at,
    restarts: 0,
    lastExit: { code, finishedAt: at },
  };
  const status = render({ pod: podWith('Never'), podIP: '10.244.128.1' }, process);
  expect(status.phase).toBe(phase);
  expect(status.containerStatuses[0]?.state).toMatchObject({
    terminated: { exitCode: code, reason },
  });
});

test('the time of a condition changes only with its status', () => {
  const before = [
    { type: 'Ready', status: 'True', lastTransitionTime: '2025-12-31T00:00:00Z' },
    { type: 'ContainersReady', status: 'False', lastTransitionTime: '2025-12-31T00:00:00Z' },
  ];
  const pod = podWith('Always', { conditions: before });
  const status = render({ pod, podIP: '10.244.128.1' }, running, true);
  const timeOf = (type: string) =>
    status.conditions.find((condition) => condition.type === type)?.lastTransitionTime;
  expect(timeOf('Ready')).toBe('2025-12-31T00:00:00Z');
  expect(timeOf('ContainersReady')).toBe('2026-01-01T00:01:00.000Z');
});

test('a pod with a readiness gate waits for the condition that somebody else sets', () => {
  const gated = (status: string) => {
    const plain = podWith('Never', { conditions: [{ type: 'unpaused', status }] });
    const pod = {
      ...plain,
      spec: { ...plain.spec, readinessGates: [{ conditionType: 'unpaused' }] },
    };
    const { conditions } = render({ pod, podIP: '10.244.128.1' }, running, true);
    return conditions.find(({ type }) => type === 'Ready');
  };
  expect(gated('True')).toMatchObject({ status: 'True' });
  expect(gated('False')).toMatchObject({ status: 'False', reason: 'ReadinessGatesNotReady' });
});

test('the patch of a status removes reasons and addresses that no longer hold', () => {
  const conditions = [{ type: 'Ready', status: 'True' }];
  expect(statusPatch({ phase: 'Running', conditions, podIPs: [{ ip: '10.244.128.2' }] })).toEqual({
    phase: 'Running',
    conditions: [{ type: 'Ready', status: 'True', reason: null }],
    podIPs: [{ $patch: 'replace' }, { ip: '10.244.128.2' }],
  });
  expect(statusPatch({ phase: 'Pending', conditions })).toEqual({
    phase: 'Pending',
    conditions: [{ type: 'Ready', status: 'True', reason: null }],
  });
});

test('a pod has succeeded although its sidecars end with it', () => {
  const ended: ProcessState = {
    phase: 'ended',
    restarts: 0,
    lastExit: { code: 0, finishedAt: at },
  };
  const sidecar = { container, ready: false, started: false, earlierRestarts: 0, process: ended };
  const report = { pod: podWith('Never'), podIP: '10.244.128.1', initContainers: [sidecar] };
  const { phase, conditions } = render(report, ended);
  expect(phase).toBe('Succeeded');
  expect(conditions.find(({ type }) => type === 'Initialized')).toMatchObject({ status: 'True' });
  // A pod whose main container has yet to start waits for its sidecars.
  expect(render(report).phase).toBe('Pending');
});

test('a pod that is not restarted fails with its first init container that fails', () => {
  const failed: ProcessState = {
    phase: 'ended',
    restarts: 0,
    lastExit: { code: 1, finishedAt: at },
  };
  const init = { container, ready: false, started: false, earlierRestarts: 0, process: failed };
  const report = { podIP: '10.244.128.1', initContainers: [init] };
  expect(render({ ...report, pod: podWith('Never') }).phase).toBe('Failed');
  expect(render({ ...report, pod: podWith('Always') }).phase).toBe('Pending');
});
