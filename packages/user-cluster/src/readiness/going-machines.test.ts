// SPDX-License-Identifier: Apache-2.0
import { answeringCluster } from '@strata/testing';
import { testConfig } from '../test-context.ts';
import type { FoundMachine } from '../update/index.ts';
import { readinessOf } from './readiness.ts';
import { rollingMachines } from './rolling-machines.ts';
import { upcomingRoll } from './upcoming-roll.ts';
import type { UpcomingRoll } from './upcoming-roll.ts';

const config = testConfig();
const wanted = config.kubernetes.version;
const budgetsPath = '/apis/policy/v1/poddisruptionbudgets';

const machine = (group: string): FoundMachine => ({
  group,
  instancetype: 'standard-4',
  cpu: undefined,
  memoryGiB: undefined,
  volumesGiB: [],
  hasContainerDisk: false,
  networks: [],
});
const [pool] = config.pools;
const sized = (replicas: number, change: object = {}) => ({
  config: { ...config, pools: config.pools.map((one) => ({ ...one, replicas })), ...change },
  versions: [wanted],
});
const running = (...groups: readonly string[]) => ['cp', ...groups].map(machine);

test('machines that go and the first ones of a cluster count as well', () => {
  const two = running('md-a', 'md-a');
  expect(upcomingRoll({ ...sized(2), foundMachines: two }, [])).toBeUndefined();
  expect(upcomingRoll({ ...sized(1), foundMachines: two }, [])).toEqual({
    pools: [],
    leaving: { 'md-a': 1 },
  });
  const asleep = sized(0, { hibernated: true });
  // No machine is left to roll.
  expect(upcomingRoll({ ...asleep, foundMachines: two }, ['md-a'])).toEqual({
    pools: [],
    leaving: { 'md-a': 0 },
    isAsleep: true,
  });
  expect(upcomingRoll({ ...asleep, foundMachines: running() }, ['md-a'])).toEqual({
    pools: [],
    isAsleep: true,
  });
  expect(upcomingRoll({ ...sized(2), foundMachines: running() }, ['md-a'])).toEqual({
    pools: [],
    waking: ['md-a'],
  });
  // A pool that is not in the file any more.
  expect(upcomingRoll({ ...sized(2), foundMachines: [...two, machine('old')] }, [])).toEqual({
    pools: [],
    leaving: { old: 0 },
  });
});

test('a machine that exists for a roll that goes on is none that goes', () => {
  const foundPools = { 'md-a': { isSurged: true, isRolling: true, generations: [] } };
  const three = running('md-a', 'md-a', 'md-a');
  const facts = { ...sized(2), foundMachines: three, foundPools };
  expect(upcomingRoll(facts, ['md-a'])).toEqual({ pools: ['md-a'] });
  expect(upcomingRoll({ ...facts, ...sized(1) }, ['md-a'])).toEqual({
    pools: ['md-a'],
    leaving: { 'md-a': 1 },
  });
});

test('the nodes that go are those with the highest numbers', () => {
  const machines = rollingMachines(config.pools, { pools: [], leaving: { 'md-a': 2, old: 0 } });
  const nodes = ['md-a-0', 'md-a-1', 'md-a-2', 'md-a-10', 'old-0', 'cp-0', 'constructor-1'];
  expect(nodes.filter((node) => machines.has(node))).toEqual(['md-a-2', 'md-a-10', 'old-0']);
  expect(nodes.filter((node) => machines.leaves(node))).toEqual(['md-a-2', 'md-a-10', 'old-0']);
  expect(['md-a-1', 'md-a-2', 'old-0'].map((node) => machines.drainSeconds(node))).toEqual([
    0,
    pool?.drain.timeoutSeconds,
    0,
  ]);
});

const webhooks = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
const slices =
  '/apis/discovery.k8s.io/v1/namespaces/guard/endpointslices?labelSelector=kubernetes.io%2Fservice-name%3Dguard';
const refuses = 'meanwhile what it is asked about cannot be written, and that can be its own pod';
const guard =
  'webhook guard.example.org of ValidatingWebhookConfiguration guard (Service guard/guard) refuses when it does not answer, and';

/** A cluster with a webhook that fails closed, whose pods are on some nodes. */
const guarded = (resource: string, ...nodes: readonly string[]) =>
  answeringCluster(({ url = '' }, response) => {
    const webhook = {
      name: 'guard.example.org',
      clientConfig: { service: { namespace: 'guard', name: 'guard' } },
      rules: [{ apiGroups: ['*'], operations: ['*'], resources: [resource] }],
    };
    const lists: Readonly<Record<string, readonly object[]>> = {
      [webhooks]: [{ metadata: { name: 'guard' }, webhooks: [webhook] }],
      [slices]: [{ endpoints: nodes.map((nodeName) => ({ nodeName })) }],
    };
    response.end(JSON.stringify({ items: lists[url] ?? [] }));
  });

// Proves: drains-and-updates.readiness
test.each<[string, UpcomingRoll, string, readonly string[], readonly string[]]>([
  [
    'hibernates',
    { pools: [], leaving: { 'md-a': 0 }, isAsleep: true },
    'pods',
    ['md-a-0', 'md-a-1'],
    [
      'Before the removal of machines of md-a, look at:',
      `${guard} all that answer for it are on md-a-0, md-a-1, which go: ${refuses}`,
    ],
  ],
  [
    'shrinks',
    { pools: [], leaving: { 'md-a': 1 } },
    'pods',
    ['md-a-1'],
    [
      'Before the removal of machines of md-a, look at:',
      `${guard} all that answer for it are on md-a-1, which goes: ${refuses}`,
    ],
  ],
  [
    'shrinks beside a pod that answers on',
    { pools: [], leaving: { 'md-a': 1 } },
    'pods',
    ['md-a-0', 'md-a-1'],
    [
      'Ready for the removal of machines of md-a: the cluster was asked, and nothing stands in the way.',
    ],
  ],
  [
    'sleeps',
    { pools: [], isAsleep: true },
    'secrets',
    [],
    [
      'Before updates while no pool has a machine, look at:',
      `${guard} no pod of it will be ready: ${refuses}`,
    ],
  ],
  [
    'wakes',
    { pools: [], waking: ['md-a'] },
    'nodes',
    [],
    [
      'Before the first machines of md-a, look at:',
      `${guard} no pod of it is ready now: ${refuses}`,
    ],
  ],
])(
  'says which webhook does not answer when a cluster %s',
  async (_, roll, resource, nodes, lines) => {
    await using cluster = await guarded(resource, ...nodes);
    const { text } = await readinessOf(cluster.kubeconfig, config, roll);
    expect(text.split('\n  ')).toEqual(lines);
  },
);

// Proves: drains-and-updates.readiness
test('says which budgets stop the drains where no machine is left for their pods', async () => {
  const spare = {
    metadata: { namespace: 'shop', name: 'cart' },
    spec: { selector: { matchLabels: { app: 'cart' } } },
    status: { disruptionsAllowed: 1, expectedPods: 2, currentHealthy: 2, desiredHealthy: 1 },
  };
  const pods = [{ metadata: { name: 'cart-0' }, spec: { nodeName: 'md-a-0' } }];
  await using cluster = await answeringCluster(({ url = '' }, response) => {
    const items = url === budgetsPath ? [spare] : url.includes('/pods?') ? pods : [];
    response.end(JSON.stringify({ items }));
  });
  const asked = (roll: UpcomingRoll) => readinessOf(cluster.kubeconfig, config, roll);
  const asleep = await asked({ pools: [], leaving: { 'md-a': 0 }, isAsleep: true });
  expect(asleep.text.split('\n  ')).toEqual([
    'Before the removal of machines of md-a, look at:',
    'PodDisruptionBudget shop/cart lets not all pods go (1 needed), and no pool has a machine for them: cart-0 on md-a-0, nobody makes them again; unless that changes, each machine waits 600 s (drain.timeoutSeconds) and is deleted with its pods',
  ]);
  expect((await asked({ pools: [], leaving: { 'md-a': 0 } })).severity).toBe('info');
});
