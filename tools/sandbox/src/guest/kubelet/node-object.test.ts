// SPDX-License-Identifier: Apache-2.0
import { renderNode, renderNodeStatus, type NodeFacts } from './node-object.ts';

const facts: NodeFacts = {
  boot: { name: 'w-0', address: '10.0.0.5', cpu: 4, memoryMiB: 8192, instanceId: 'i' },
  settings: {
    nodeName: 'w-0',
    nodeLabels: { pool: 'a' },
    externalCloudProvider: true,
    taints: [{ key: 'a', effect: 'NoSchedule' }],
    nodeIp: undefined,
    providerId: undefined,
    healthzPort: 10248,
    port: 10250,
    staticPodPath: undefined,
    shutdownGracePeriod: 0,
    maxPods: 110,
  },
  version: '1.35.4',
  bootId: 'b',
  networkReady: true,
  shuttingDown: false,
  volumesInUse: ['v'],
  now: new Date('2026-01-01T00:00:10Z'),
};
const inside: NodeFacts = {
  ...facts,
  settings: { ...facts.settings, externalCloudProvider: false },
};

test('a node with an external cloud provider waits for it, without addresses', () => {
  const node = renderNode(facts);
  expect(node).toMatchObject({
    metadata: { name: 'w-0', labels: { pool: 'a', 'kubernetes.io/hostname': 'w-0' } },
    spec: {
      taints: [
        { key: 'a', effect: 'NoSchedule' },
        {
          key: 'node.cloudprovider.kubernetes.io/uninitialized',
          value: 'true',
          effect: 'NoSchedule',
        },
      ],
    },
  });
  expect(renderNodeStatus(facts, undefined)).not.toHaveProperty('addresses');
});

test('a node without a cloud provider reports its own address', () => {
  expect(renderNodeStatus(inside, undefined)).toMatchObject({
    addresses: [
      { type: 'InternalIP', address: '10.0.0.5' },
      { type: 'Hostname', address: 'w-0' },
    ],
    capacity: { cpu: '4', memory: '8192Mi', pods: '110' },
    nodeInfo: { kubeletVersion: 'v1.35.4' },
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    volumesInUse: ['v'],
  });
});

test.each([
  [{}, 'True', 'kubelet is posting ready status'],
  [{ shuttingDown: true }, 'False', 'node is shutting down'],
  [
    { networkReady: false },
    'False',
    'container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized',
  ],
])('%j: Ready is %s', (change, status, message) => {
  const { conditions } = renderNodeStatus({ ...facts, ...change }, undefined);
  expect(conditions.find(({ type }) => type === 'Ready')).toMatchObject({ status, message });
});

test('a condition that does not change keeps its transition time', () => {
  const condition = { type: 'Ready', status: 'True', lastTransitionTime: '2025-01-01T00:00:00Z' };
  const metadata = { name: 'w-0', uid: 'u' };
  const { conditions } = renderNodeStatus(facts, { metadata, status: { conditions: [condition] } });
  expect(conditions.find(({ type }) => type === 'Ready')).toMatchObject({
    lastTransitionTime: '2025-01-01T00:00:00Z',
    lastHeartbeatTime: '2026-01-01T00:00:10Z',
  });
});
