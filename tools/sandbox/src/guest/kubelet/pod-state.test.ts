// SPDX-License-Identifier: Apache-2.0
import type { Pod } from './objects.ts';
import { podStep, waitingFor, type PodFacts } from './pod-state.ts';

const now = new Date('2026-01-01T00:00:10.500Z');
const facts: PodFacts = {
  nodeAddress: '10.0.0.1',
  podAddress: '10.1.0.2',
  networkReady: true,
  now,
  missingVolume: undefined,
  shuttingDown: false,
};

const pod = (change: { spec?: object; status?: object; metadata?: object } = {}): Pod => ({
  metadata: { name: 'a', namespace: 'n', uid: 'u', ...change.metadata },
  spec: { containers: [{ name: 'c', image: 'i' }], ...change.spec },
  ...(change.status !== undefined && { status: change.status }),
});
const started = { phase: 'Running', startTime: '2026-01-01T00:00:09Z' };

test('a pod whose volumes and network are there runs, with an address of its own', () => {
  const ready = { status: 'True', lastTransitionTime: '2026-01-01T00:00:10Z' };
  expect(podStep(pod(), facts)).toEqual({
    kind: 'report',
    status: {
      phase: 'Running',
      startTime: '2026-01-01T00:00:10Z',
      hostIP: '10.0.0.1',
      hostIPs: [{ ip: '10.0.0.1' }, { $patch: 'replace' }],
      podIP: '10.1.0.2',
      podIPs: [{ ip: '10.1.0.2' }, { $patch: 'replace' }],
      conditions: [
        { type: 'PodReadyToStartContainers', ...ready, reason: null, message: null },
        { type: 'Initialized', ...ready, reason: null, message: null },
        { type: 'ContainersReady', ...ready, reason: null, message: null },
        { type: 'Ready', ...ready, reason: null, message: null },
        { type: 'PodScheduled', ...ready, reason: null, message: null },
      ],
      containerStatuses: [
        {
          name: 'c',
          image: 'i',
          imageID: 'i@played',
          containerID: 'containerd://u-c',
          ready: true,
          started: true,
          restartCount: 0,
          state: { running: { startedAt: '2026-01-01T00:00:10Z' } },
        },
      ],
    },
  });
});

test.each([
  ['its volume', { missingVolume: 'volume x: it is not attached yet' }, {}],
  ['a network plugin', { networkReady: false }, {}],
  ["the node's range", { podAddress: undefined }, {}],
])('a pod waits for %s, which is reported once', (_name, change, spec) => {
  const waiting = { ...facts, ...change };
  expect(podStep(pod({ spec }), waiting)).toMatchObject({
    kind: 'report',
    status: { phase: 'Pending', containerStatuses: [{ state: { waiting: {} } }] },
  });
  const told = pod({ spec, status: { phase: 'Pending', startTime: started.startTime } });
  expect(podStep(told, waiting)).toEqual({ kind: 'nothing' });
});

test('a pod in the network of its node does not wait for a network plugin', () => {
  const host = pod({ spec: { hostNetwork: true } });
  expect(
    waitingFor(host, { ...facts, networkReady: false, podAddress: undefined }),
  ).toBeUndefined();
  expect(podStep(host, facts)).toMatchObject({ status: { podIP: '10.0.0.1' } });
});

test('a Job is done after a second', () => {
  const metadata = { ownerReferences: [{ kind: 'Job', name: 'j' }] };
  const conditions = [{ type: 'Ready', status: 'True' }];
  const job = pod({ metadata, status: { ...started, conditions } });
  expect(podStep(job, facts)).toMatchObject({
    status: { phase: 'Succeeded', containerStatuses: [{ state: { terminated: { exitCode: 0 } } }] },
  });
  const young = { ...facts, now: new Date('2026-01-01T00:00:09.900Z') };
  expect(podStep(job, young)).toEqual({ kind: 'nothing' });
});

test('removes a pod that is deleted, and leaves a running one alone', () => {
  const metadata = { deletionTimestamp: '2026-01-01T00:00:10Z' };
  expect(podStep(pod({ metadata, status: started }), facts)).toEqual({ kind: 'remove' });
  const conditions = [{ type: 'Ready', status: 'True' }];
  expect(podStep(pod({ status: { ...started, conditions } }), facts)).toEqual({ kind: 'nothing' });
});

test('a pod that the control plane reported as not ready is ready again when the node is back', () => {
  const conditions = [{ type: 'Ready', status: 'False' }];
  expect(podStep(pod({ status: { ...started, conditions } }), facts)).toMatchObject({
    status: { phase: 'Running' },
  });
});

test('a pod of a machine that has another address after its restart gets that one, and no second', () => {
  const conditions = [{ type: 'Ready', status: 'True' }];
  const status = { ...started, conditions, hostIP: '10.0.0.9', hostIPs: [{ ip: '10.0.0.9' }] };
  expect(podStep(pod({ spec: { hostNetwork: true }, status }), facts)).toMatchObject({
    status: {
      hostIP: '10.0.0.1',
      hostIPs: [{ ip: '10.0.0.1' }, { $patch: 'replace' }],
      podIPs: [{ ip: '10.0.0.1' }, { $patch: 'replace' }],
    },
  });
  const told = { ...status, hostIP: '10.0.0.1' };
  expect(podStep(pod({ status: told }), facts)).toEqual({ kind: 'nothing' });
});

test('a graceful shutdown ends pods, with the reason', () => {
  expect(podStep(pod({ status: started }), { ...facts, shuttingDown: true })).toMatchObject({
    status: {
      phase: 'Failed',
      reason: 'Terminated',
      message: 'Pod was terminated in response to imminent node shutdown.',
    },
  });
});

// Proves: volumes.not-undone
test('a pod whose disk is taken out of the machine gets I/O errors, and never works again', () => {
  const lost = { ...facts, lostDisk: 'pvc-1' };
  const conditions = [{ type: 'Ready', status: 'True' }];
  expect(podStep(pod({ status: { ...started, conditions } }), lost)).toMatchObject({
    status: {
      phase: 'Running',
      podIP: '10.1.0.2',
      containerStatuses: [
        {
          ready: false,
          restartCount: 1,
          state: { waiting: { reason: 'CrashLoopBackOff', message: 'Input/output error' } },
        },
      ],
    },
  });
  const told = [{ type: 'Ready', status: 'False' }];
  expect(podStep(pod({ status: { ...started, conditions: told } }), lost)).toEqual({
    kind: 'nothing',
  });
});

test('init containers that are done are ready, as sidecars are', () => {
  const initContainers = [
    { name: 'first', image: 'i' },
    { name: 'sidecar', image: 'i', restartPolicy: 'Always' },
  ];
  expect(podStep(pod({ spec: { initContainers } }), facts)).toMatchObject({
    status: {
      initContainerStatuses: [
        { name: 'first', ready: true, started: false },
        { name: 'sidecar', ready: true, started: true },
      ],
    },
  });
});
