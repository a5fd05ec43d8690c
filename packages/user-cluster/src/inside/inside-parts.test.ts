// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import { named, recordProgram } from '@strata/testing';
import { testContext } from '../test-context.ts';
import type { Change } from '../test-context.ts';
import { Inside, insidePodSecurity } from './index.ts';

/** A cluster whose owner brings the pod network, so that no manifest is needed. */
const record = (change: Change = {}) =>
  recordProgram(() => {
    const controllers = [new core.v1.ConfigMap('controller', {})];
    const context = testContext({ cni: { type: 'none' }, ...change });
    return new Inside('inside', { ...context, manifests: {}, controllers });
  });

test('Strata has a namespace of its own inside, as privileged as its pods need', async () => {
  const namespace = named(await record(), 'inside-namespace');
  expect(namespace.parent).toBe('inside');
  expect(namespace.inputs.metadata).toEqual({
    name: 'strata-system',
    labels: {
      'app.kubernetes.io/managed-by': 'strata',
      'app.kubernetes.io/part-of': 'demo',
      'cluster.x-k8s.io/cluster-name': 'demo',
      'strata.dev/environment': 'sandbox',
      'pod-security.kubernetes.io/enforce': 'privileged',
      'pod-security.kubernetes.io/warn': 'privileged',
      'pod-security.kubernetes.io/audit': 'privileged',
    },
    annotations: { 'pulumi.com/patchFieldManager': 'strata' },
  });
});

test('with a pod network of the owner, only volumes and measurements are inside', async () => {
  const recording = await record();
  const { resources, result } = recording;
  expect(result.delivered).toBeUndefined();
  expect([...new Set(resources.map(({ parent }) => parent))]).toEqual([undefined, 'inside']);
  const parts = resources.map(({ name }) => name.split('-').slice(0, 2).join('-'));
  expect([...new Set(parts)].toSorted()).toEqual([
    'controller',
    'inside',
    'inside-metrics',
    'inside-namespace',
    'inside-storage',
  ]);
  expect(named(recording, 'inside-storage-plugin').dependsOn).toEqual([
    'controller',
    'inside-namespace',
    'inside-storage-account',
    'inside-storage-cluster-role-binding',
    'inside-storage-driver',
  ]);
  for (const name of ['inside-storage-driver', 'inside-metrics-exporter']) {
    expect(named(recording, name).dependsOn).toContain('inside-namespace');
  }
});

// Proves: access.node-metrics
test('nothing is measured inside where the configuration says no', async () => {
  const { resources } = await record({ access: { nodeMetrics: false } });
  expect(resources.filter(({ name }) => name.startsWith('inside-metrics'))).toEqual([]);
});

test('each namespace has the level that its pods need, and the reason', () => {
  expect(insidePodSecurity).toEqual({
    'strata-system': {
      level: 'privileged',
      reason: expect.stringMatching(/^the CSI driver .*; node-exporter /) as string,
    },
    'flux-system': { level: 'restricted', reason: 'its pods need nothing of their node' },
  });
});
