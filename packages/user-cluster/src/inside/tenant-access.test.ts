// SPDX-License-Identifier: Apache-2.0
import { byFormerParent, excessiveRights, named, recordProgram, valueOf } from '@strata/testing';
import { testContext } from '../test-context.ts';
import type { Change } from '../test-context.ts';
import { grantTenantAccess } from './index.ts';

const record = (change: Change = {}) =>
  recordProgram(() => grantTenantAccess('access', testContext(change)));

interface Rule {
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

async function rulesOf(name: string, change: Change) {
  const { rules } = named(await record(change), name).inputs as { rules: readonly Rule[] };
  return rules.flatMap(({ resources, verbs }) => resources.map((one) => [one, verbs.join(' ')]));
}

const events = ['events', 'create patch update'];

// Proves: cloud-controller.nodes
test.each<[Change, string[][]]>([
  [
    {},
    [
      ['nodes', 'get list watch patch update delete'],
      ['nodes/status', 'patch'],
      ['services', 'get list watch'],
      ['services/status', 'patch'],
      events,
    ],
  ],
  [
    { cloud: { loadBalancers: false, selectorless: true } },
    [['nodes', 'get list watch patch update delete'], ['nodes/status', 'patch'], events],
  ],
  [
    { cloud: { selectorless: true } },
    [
      ['nodes', 'get list watch patch update delete'],
      ['nodes/status', 'patch'],
      ['services', 'get list watch'],
      ['services/status', 'patch'],
      ['endpointslices', 'get list watch'],
      events,
    ],
  ],
])('with %j the cloud controller may do this in the user cluster', async (change, rules) => {
  expect(await rulesOf('access-cloud-cluster-role', change)).toEqual(rules);
});

const volumes = [
  ['persistentvolumes', 'get list watch create update patch delete'],
  ['persistentvolumeclaims', 'get list watch update'],
  ['storageclasses', 'get list watch'],
  ['csinodes', 'get list watch'],
  ['nodes', 'get list watch'],
  ['volumeattachments', 'get list watch patch'],
  ['volumeattachments/status', 'patch'],
  ['events', 'list watch create patch update'],
];
const snapshotClass = [{ name: 'a', infraClass: 'fast', snapshotClass: 'rbd' }];

// Proves: volumes.controller-outside
test.each<[Change, string[][]]>([
  [{ storage: { classes: [{ name: 'a', infraClass: 'small' }] } }, volumes],
  [{}, [...volumes, ['persistentvolumeclaims/status', 'patch']]],
  [
    {
      storage: {
        classes: [
          { name: 'a', infraClass: 'small' },
          { name: 'b', infraClass: 'fast' },
        ],
      },
    },
    [...volumes, ['persistentvolumeclaims/status', 'patch']],
  ],
  [
    { storage: { classes: snapshotClass, snapshots: true } },
    [
      ...volumes,
      ['persistentvolumeclaims/status', 'patch'],
      ['volumesnapshots', 'get list watch update patch'],
      ['volumesnapshots/status', 'update patch'],
      ['volumesnapshotclasses', 'get list watch'],
      ['volumesnapshotcontents', 'get list watch create update patch delete'],
      ['volumesnapshotcontents/status', 'update patch'],
    ],
  ],
])('with %j the storage controller may do this in the user cluster', async (change, rules) => {
  expect(await rulesOf('access-storage-cluster-role', change)).toEqual(rules);
});

test('elects its leader by one lease of kube-system', async () => {
  expect(named(await record(), 'access-cloud-lease-role').inputs).toMatchObject({
    metadata: { namespace: 'kube-system' },
    rules: [
      { resources: ['leases'], verbs: ['create'] },
      {
        resources: ['leases'],
        verbs: ['get', 'update'],
        resourceNames: ['cloud-controller-manager'],
      },
    ],
  });
});

// Proves: clusters.least-rights
test('grants rights to the users in the certificates, and to no group', async () => {
  const recording = await record();
  const subjectsOf = (name: string) => named(recording, name).inputs.subjects;
  const user = (name: string) => [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name }];
  expect(subjectsOf('access-cloud-cluster-role-binding')).toEqual(
    user('strata:cloud-controller-manager'),
  );
  expect(subjectsOf('access-cloud-lease-role-binding')).toEqual(
    user('strata:cloud-controller-manager'),
  );
  expect(subjectsOf('access-storage-cluster-role-binding')).toEqual(user('strata:csi-controller'));
  expect(recording.resources.flatMap(excessiveRights)).toEqual([]);
});

const labels = {
  'app.kubernetes.io/managed-by': 'strata',
  'app.kubernetes.io/part-of': 'demo',
  'cluster.x-k8s.io/cluster-name': 'demo',
  'strata.dev/environment': 'sandbox',
};
const apiGroup = 'rbac.authorization.k8s.io';

// Proves: clusters.least-rights
test.each([
  ['cloud-cluster', 'ClusterRole', { name: 'strata-cloud-controller-manager' }],
  ['cloud-lease', 'Role', { name: 'strata-cloud-controller-manager', namespace: 'kube-system' }],
  ['storage-cluster', 'ClusterRole', { name: 'strata-csi-controller' }],
])('the binding %s names the %s of its rights, and comes after it', async (child, kind, place) => {
  const recording = await record();
  const metadata = {
    ...place,
    labels,
    annotations: { 'pulumi.com/patchFieldManager': 'strata' },
  };
  expect(named(recording, `access-${child}-role`).inputs).toMatchObject({ kind, metadata });
  const binding = named(recording, `access-${child}-role-binding`);
  expect(binding.inputs).toMatchObject({
    metadata,
    roleRef: { apiGroup, kind, name: place.name },
  });
  expect(binding.dependsOn).toEqual([`access-${child}-role`]);
});

test('whoever uses the rights waits for their bindings', async () => {
  const { result } = await record();
  const urns = await Promise.all(result.map(async ({ urn }) => valueOf(urn)));
  expect(urns.map((urn) => urn.split('::').at(-1))).toEqual([
    'access-cloud-cluster-role-binding',
    'access-cloud-lease-role-binding',
    'access-storage-cluster-role-binding',
  ]);
});

test('a state of an earlier version has the rights in a component of their own', async () => {
  const recording = await record();
  expect(byFormerParent(recording)).toEqual({
    'strata:user-cluster:TenantAccess::access': recording.resources
      .map(({ name }) => name)
      .toSorted(),
  });
});
