// SPDX-License-Identifier: Apache-2.0
import { named, recordProgram } from '@strata/testing';
import { createTenantNamespace } from './index.ts';
import { testContext, testPlatform } from '../test-context.ts';

async function labelsWith(pools?: readonly object[], liveMigrates = false) {
  const context = { ...testContext(pools === undefined ? {} : { pools }), liveMigrates };
  const recording = await recordProgram(() => createTenantNamespace('tenant', context));
  const { metadata } = named(recording, 'tenant-namespace').inputs as {
    readonly metadata: { readonly name: string; readonly labels: Record<string, string> };
  };
  return metadata;
}

// Proves: clusters.several
test('enforces the baseline of Pod Security, with warnings and audit records', async () => {
  expect(await labelsWith()).toEqual({
    name: 'cluster-demo',
    labels: {
      'app.kubernetes.io/managed-by': 'strata',
      'app.kubernetes.io/part-of': 'demo',
      'cluster.x-k8s.io/cluster-name': 'demo',
      'strata.dev/environment': 'sandbox',
      'pod-security.kubernetes.io/enforce': 'baseline',
      'pod-security.kubernetes.io/warn': 'baseline',
      'pod-security.kubernetes.io/audit': 'baseline',
    },
    annotations: {
      'pulumi.com/patchFieldManager': 'strata',
      'strata.dev/load-balancer-addresses': '203.0.113.64/31,203.0.113.66/32',
      'strata.dev/load-balancer-pools': 'open',
    },
  });
});

// Proves: clusters.several
test('names all pools whose addresses its Services may have, and no migrations by itself', async () => {
  const more = { name: 'more', addresses: ['198.51.100.8/29'], autoAssign: true };
  const loadBalancerPools = [...testPlatform.loadBalancerPools, more];
  const recording = await recordProgram(() =>
    createTenantNamespace('tenant', testContext({}, { loadBalancerPools })),
  );
  const { metadata } = named(recording, 'tenant-namespace').inputs as {
    readonly metadata: { readonly annotations: object; readonly labels: object };
  };
  expect(metadata.annotations).toEqual({
    'pulumi.com/patchFieldManager': 'strata',
    'strata.dev/load-balancer-addresses': '203.0.113.64/31,203.0.113.66/32,198.51.100.8/29',
    'strata.dev/load-balancer-pools': 'open,more',
  });
  expect(metadata.labels).not.toHaveProperty(['strata.dev/live-migrates']);
});

test('allows the descheduler where all machines can live-migrate', async () => {
  const { labels } = await labelsWith(undefined, true);
  expect(labels['strata.dev/live-migrates']).toBe('true');
});

// Proves: machines.host-disk
test('enforces the level privileged only for disks that are files of the host', async () => {
  const pool = {
    name: 'md-a',
    replicas: 1,
    instancetype: 'standard-4',
    rootDisk: { image: 'ubuntu', sizeGiB: 30 },
  };
  const scratch = { name: 'scratch', kind: 'empty', sizeGiB: 10 };
  const local = { name: 'local', kind: 'host', path: '/var/disks/local.img', type: 'Disk' };
  const { labels } = await labelsWith([{ ...pool, disks: [scratch, local] }]);
  expect(labels['pod-security.kubernetes.io/enforce']).toBe('privileged');
  expect(labels['pod-security.kubernetes.io/warn']).toBe('baseline');
  const other = await labelsWith([{ ...pool, disks: [scratch] }]);
  expect(other.labels['pod-security.kubernetes.io/enforce']).toBe('baseline');
});
