// SPDX-License-Identifier: Apache-2.0
import { blastRadius, blastRadiusLimits, changesOf, excesses, previewDigest } from './index.ts';
import { withoutVersion } from './preview-steps.ts';
import { resourceEffects } from './resource-effects.ts';
import { linesOf, pool, poolType, preview, withDisks } from './test-preview.ts';
import type { Given, Inputs } from './test-preview.ts';

const machineType = 'kubernetes:kubevirt.io/v1:VirtualMachine';
const serviceType = 'kubernetes:core/v1:Service';

const leftAlone = (inputs: Inputs): Inputs => ({
  ...inputs,
  spec: { ...(inputs.spec as object), updateStrategy: { unmanaged: {} } },
});

const machine = (spec: Inputs = {}): Inputs => ({
  metadata: {
    name: 'cp-0',
    namespace: 'cluster-shop',
    labels: { 'cluster.x-k8s.io/role': 'control-plane' },
  },
  spec,
});

const service = (address?: string, type = 'LoadBalancer'): Inputs => ({
  metadata: {
    name: 'api',
    namespace: 'cluster-shop',
    ...(address !== undefined && { annotations: { 'metallb.io/loadBalancerIPs': address } }),
  },
  spec: { type },
});

test.each<[string, Given, string | undefined]>([
  [
    'another generation rolls the nodes that stay',
    { op: 'update', type: poolType, before: pool(3, 'a'), after: pool(3, 'b') },
    'pool "md-a": rolls 3 nodes (3 at a time)',
  ],
  [
    'another template of the same generation restarts machines',
    {
      op: 'update',
      type: poolType,
      before: pool(3, 'a'),
      after: pool(3, 'a', { runStrategy: 'Halted' }),
    },
    'pool "md-a": restarts 3 machines (3 at a time)',
  ],
  [
    'another template of the same generation does nothing to a pool that KubeVirt leaves alone',
    {
      op: 'update',
      type: poolType,
      before: pool(3, 'a'),
      after: leftAlone(pool(3, 'a', { runStrategy: 'Halted' })),
    },
    undefined,
  ],
  [
    'a pool that KubeVirt leaves alone from now on does not roll by that',
    { op: 'update', type: poolType, before: pool(3, 'a'), after: leftAlone(pool(3, 'a')) },
    undefined,
  ],
  [
    'another order of keys is no change',
    {
      op: 'update',
      type: poolType,
      before: pool(3, 'a', { x: 1, y: 2 }),
      after: pool(3, 'a', { y: 2, x: 1 }),
    },
    undefined,
  ],
  [
    'a pool that is replaced is away as a whole',
    { op: 'replace', type: poolType, before: pool(3, 'a'), after: pool(3, 'a') },
    'pool "md-a": rolls 3 nodes (all at once)',
  ],
  [
    'a machine of its own',
    { op: 'replace', type: machineType, before: machine(), after: machine() },
    'control-plane machine cluster-shop/cp-0: rolls 1 node',
  ],
  [
    'a machine that changes in place',
    { op: 'update', type: machineType, before: machine(), after: machine({ template: {} }) },
    'control-plane machine cluster-shop/cp-0: restarts 1 machine',
  ],
  [
    'an address that somebody knows',
    { op: 'update', type: serviceType, before: service('10.0.0.1'), after: service('10.0.0.2') },
    'Service cluster-shop/api: changes 1 address (10.0.0.1 becomes 10.0.0.2)',
  ],
  [
    'an address that is replaced and stays',
    { op: 'replace', type: serviceType, before: service('10.0.0.1'), after: service('10.0.0.1') },
    undefined,
  ],
  [
    'an address that MetalLB chose',
    { op: 'replace', type: serviceType, before: service(), after: service() },
    'Service cluster-shop/api: changes 1 address (what MetalLB chose becomes what MetalLB chooses)',
  ],
  [
    'addresses that are written with other spaces',
    {
      op: 'update',
      type: serviceType,
      before: service('10.0.0.1, 2001:db8::1'),
      after: service('10.0.0.1,2001:db8::1'),
    },
    undefined,
  ],
  [
    'a Service that stops being public',
    {
      op: 'update',
      type: serviceType,
      before: service('10.0.0.1'),
      after: service(undefined, 'ClusterIP'),
    },
    "Service cluster-shop/api: changes 1 address (10.0.0.1 becomes nobody's)",
  ],
  [
    'a Service inside',
    { op: 'delete', type: serviceType, before: service(undefined, 'ClusterIP') },
    undefined,
  ],
  [
    'a volume',
    {
      op: 'delete',
      type: 'kubernetes:core/v1:PersistentVolumeClaim',
      before: {
        metadata: { name: 'data', namespace: 'cluster-shop' },
        spec: { resources: { requests: { storage: '5Gi' } } },
      },
    },
    'PersistentVolumeClaim cluster-shop/data: deletes 1 store of data (5Gi)',
  ],
  [
    'a volume that outlives its resource',
    {
      op: 'delete',
      type: 'kubernetes:cdi.kubevirt.io/v1beta1:DataVolume',
      before: { metadata: { name: 'etcd', namespace: 'cluster-shop' } },
      retainOnDelete: true,
    },
    undefined,
  ],
  ...['delete', 'replace'].map((op): [string, Given, string] => [
    `the volumes of a cluster whose clean-up has the step ${op}`,
    { op, type: 'strata:cluster:TenantCleanup', before: { volumes: 'delete' } },
    'every volume of the cluster: deletes 1 store of data (deletion.volumes: delete)',
  ]),
  [
    'volumes that are kept when a cluster goes',
    { op: 'delete', type: 'strata:cluster:TenantCleanup', before: { volumes: 'keep' } },
    undefined,
  ],
])('%s', (_, given, expected) => {
  const [sum, ...lines] = linesOf(given);
  if (expected === undefined) expect(sum).toBe('Nobody notices: 1 resource changed.');
  expect(lines).toEqual(expected === undefined ? [] : [`  prod.shop: ${expected}`]);
});

test('reports the sum of several clusters, and each of them', () => {
  const roll = { op: 'update', type: poolType, before: pool(3, 'a'), after: pool(3, 'b') };
  const moved = { op: 'update', type: serviceType, before: service('a'), after: service('b') };
  expect(linesOf(roll, { ...roll, stack: 'prod.bank' }, moved)).toEqual([
    'Rolls 6 nodes in 2 clusters, changes 1 address in 1 cluster; 3 resources changed.',
    '  prod.shop: pool "md-a": rolls 3 nodes (3 at a time)',
    '  prod.bank: pool "md-a": rolls 3 nodes (3 at a time)',
    '  prod.shop: Service cluster-shop/api: changes 1 address (a becomes b)',
  ]);
});

test('data disks go with their VMs, root disks are not counted', () => {
  const rolled = { before: pool(3, 'a', withDisks), after: pool(2, 'b', withDisks) };
  expect(linesOf({ op: 'update', type: poolType, ...rolled })).toEqual([
    'Rolls 2 nodes, removes 1 node, deletes 6 stores of data; 1 resource changed.',
    '  prod.shop: pool "md-a": removes 1 node',
    '  prod.shop: pool "md-a": rolls 2 nodes (2 at a time)',
    '  prod.shop: pool "md-a": deletes 6 stores of data (data disks)',
  ]);
  expect(linesOf({ op: 'delete', type: machineType, before: machine(withDisks) }).slice(1)).toEqual(
    [
      '  prod.shop: control-plane machine cluster-shop/cp-0: removes 1 node',
      '  prod.shop: control-plane machine cluster-shop/cp-0: deletes 2 stores of data (data disks)',
    ],
  );
});

test('data disks stay with VMs that restart, and with those that are added', () => {
  const more = { ...withDisks, runStrategy: 'Halted' };
  const given = { before: pool(2, 'a', withDisks), after: pool(3, 'a', more) };
  expect(linesOf({ op: 'update', type: poolType, ...given }).slice(1)).toEqual([
    '  prod.shop: pool "md-a": adds 1 node',
    '  prod.shop: pool "md-a": restarts 2 machines (3 at a time)',
  ]);
});

test('a loss of the platform concerns its whole environment', () => {
  const type = 'kubernetes:metallb.io/v1beta1:IPAddressPool';
  const ranges = (...addresses: string[]) => ({ metadata: { name: 'p' }, spec: { addresses } });
  const platform = { project: 'kubevirt-stack', stack: 'prod' };
  const lines = linesOf(
    { op: 'update', type, before: ranges('a', 'b'), after: ranges('b', 'c'), ...platform },
    {
      op: 'delete',
      type: 'kubernetes:apiextensions.k8s.io/v1:CustomResourceDefinition',
      before: { metadata: { name: 'x.y' } },
      ...platform,
    },
  );
  expect(lines).toEqual([
    'Changes 1 address, deletes 1 store of data; 2 resources changed.',
    '  prod: pool of addresses p: changes 1 address (without a)',
    '  prod: CustomResourceDefinition x.y: deletes 1 store of data (and every object of the kind)',
  ]);
});

test('counts a replacement once that is shown as two steps', () => {
  const digest = preview({ op: 'create-replacement', type: machineType, after: machine() });
  const [half] = digest.steps;
  const other = { ...half, op: 'delete-replaced', oldState: half?.newState, newState: null };
  const both = previewDigest.parse({ steps: [half, other] });
  expect(changesOf(both).map(({ effect }) => effect)).toEqual(['replaced']);
  expect(blastRadius([both]).totals['nodes-roll']).toBe(1);
});

test('exceeds a limit by one more than it allows; without a limit, never', () => {
  const radius = blastRadius([
    preview({ op: 'update', type: poolType, before: pool(3, 'a'), after: pool(3, 'b') }),
  ]);
  const found = (limits: object) => excesses(radius, blastRadiusLimits.parse(limits));
  expect(found({ rolledNodes: 3, clusters: 1 })).toEqual([]);
  expect(found({})).toEqual([]);
  expect(found({ rolledNodes: 2, clusters: 0, deletedData: 0 })).toEqual([
    { key: 'rolledNodes', limit: 2, found: 3 },
    { key: 'clusters', limit: 0, found: 1 },
  ]);
});

test('every type has one row', () => {
  const types = resourceEffects.map(({ type }) => type);
  expect(new Set(types).size).toBe(types.length);
  expect(types.map(withoutVersion)).toEqual(types);
});
