// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { z } from 'zod';
import { cloud } from './cloud-fields.ts';
import { cni } from './cni-fields.ts';
import { storage } from './storage-fields.ts';

const keys = { cloud, cni, storage };

const inspect = (config: Readonly<Record<string, unknown>>, shape: z.ZodRawShape = keys) =>
  inspectConfig(z.strictObject(shape), {
    project: 'user-cluster',
    stack: 'sandbox.demo',
    values: Object.fromEntries(
      Object.entries(config).map(([key, value]) => [`user-cluster:${key}`, JSON.stringify(value)]),
    ),
    secretKeys: [],
  });

test('by default, has Cilium, load balancers, zones and one storage class', () => {
  const { problems, valid } = inspect({});
  expect(problems).toEqual([]);
  expect(valid).toEqual({
    cloud: {
      loadBalancers: true,
      zones: true,
      hostLabels: [],
      selectorless: false,
      legacyLabels: {},
    },
    cni: {
      type: 'cilium',
      tunnelPort: 8473,
      kubeProxyReplacement: false,
      policyEnforcement: 'default',
    },
    storage: { snapshots: false },
  });
});

test('by default, a storage class deletes volumes with their claims, binds at once, and uses ext4', () => {
  const classes = [{ name: 'fast', infraClass: 'ceph-rbd' }];
  expect(inspect({ storage: { classes } }).valid.storage).toEqual({
    classes: [
      {
        name: 'fast',
        infraClass: 'ceph-rbd',
        default: false,
        fsType: 'ext4',
        reclaimPolicy: 'Delete',
        volumeBindingMode: 'Immediate',
      },
    ],
    snapshots: false,
  });
});

test('reports all problems of each at once', () => {
  const config = {
    cloud: { loadBalancers: 'yes', legacyLabels: { a1: 'Web' }, zone: true },
    cni: { type: 'calico', mtu: 900, tunnelPort: 30_000, policyEnforcement: 'some' },
    storage: { classes: [{ name: 'Fast', reclaimPolicy: 'Recycle', fsType: 'btrfs' }] },
  };
  // Without their defaults, which have a test of their own.
  const bare = { cloud: cloud.unwrap(), cni: cni.unwrap(), storage: storage.unwrap() };
  const { problems } = inspect(config, bare);
  expect(problems.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['cloud.loadBalancers', 'expected true or false, got "yes"'],
    ['cloud.legacyLabels.a1', 'expected the value of a label, got "Web"'],
    ['cloud.zone', 'unknown key; did you mean "zones"?'],
    ['cni.type', 'expected one of "cilium", "none", got "calico"'],
    ['cni.mtu', 'expected a whole number from 1280 to 8950, got 900'],
    ['cni.tunnelPort', 'expected a port from 1024 to 29999, got 30000'],
    ['cni.policyEnforcement', 'expected one of "default", "always", "never", got "some"'],
    [
      'storage.classes.0.name',
      'expected a name of at most 63 lower-case letters, digits and dashes, got "Fast"',
    ],
    [
      'storage.classes.0.infraClass',
      'missing; expected a name of lower-case letters, digits, dashes and dots',
    ],
    ['storage.classes.0.reclaimPolicy', 'expected one of "Delete", "Retain", got "Recycle"'],
    ['storage.classes.0.fsType', 'expected one of "ext4", "xfs", got "btrfs"'],
  ]);
});
