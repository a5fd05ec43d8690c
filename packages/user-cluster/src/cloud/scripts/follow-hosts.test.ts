// SPDX-License-Identifier: Apache-2.0
import { RunningFollower } from './testing/running-follower.ts';
import type { FollowerSettings, World } from './testing/running-follower.ts';

const region = 'topology.kubernetes.io/region';
const zone = 'topology.kubernetes.io/zone';
const place = (where: string, which: string) => ({ [region]: where, [zone]: which });

let follower: RunningFollower | undefined;
afterEach(() => follower?.stop());

async function start(world: World, settings?: FollowerSettings): Promise<RunningFollower> {
  follower = await RunningFollower.start(world, settings);
  return follower;
}

const patchOf = (node: string, what: 'region' | 'zone', value: string) =>
  `/api/v1/nodes/${node} application/merge-patch+json ` +
  JSON.stringify({
    metadata: {
      labels: {
        [`topology.kubernetes.io/${what}`]: value,
        [`failure-domain.beta.kubernetes.io/${what}`]: value,
      },
    },
  });

// https://github.com/kubernetes/cloud-provider/blob/v0.34.3/controllers/node/node_controller.go `syncNode`
// Proves: placement.zones
test('a machine that has migrated to a host in another zone takes its node along, and no other node changes', async () => {
  const world: World = {
    hosts: { 'metal-0': place('lab', 'a'), 'metal-1': place('lab', 'b') },
    machines: { 'md-a-0': 'metal-0', 'md-a-1': 'metal-0' },
    nodes: { 'md-a-0': place('lab', 'a'), 'md-a-1': place('lab', 'a') },
    patches: [],
  };
  const running = await start(world);
  await running.looks(2);
  expect(world.patches).toEqual([]);
  world.machines['md-a-1'] = 'metal-1';
  await running.until(() => running.said.includes('now'));
  await running.looks(2);
  expect(world.patches).toEqual([patchOf('md-a-1', 'zone', 'b')]);
  expect(running.said).toMatch(/^\d\d:\d\d:\d\d strata: md-a-1 is in zone b now\n$/);
});

// Proves: placement.zones
test('leaves labels alone that a host does not have, and nodes whose machines are off or unknown', async () => {
  const world: World = {
    hosts: { 'metal-0': { [region]: 'lab' } },
    machines: { 'md-a-0': 'metal-0', 'md-a-3': '' },
    nodes: {
      'md-a-0': { [zone]: 'as its pool says' },
      'md-a-1': place('far', 'a'),
      'md-a-3': place('far', 'a'),
      foreign: {},
    },
    patches: [],
  };
  const running = await start(world);
  await running.until(() => world.patches.length > 0);
  await running.looks(2);
  expect(world.patches).toEqual([patchOf('md-a-0', 'region', 'lab')]);
});

test('asks for no name that a node cannot have, whatever the API of the user cluster answers', async () => {
  const foreign = {
    // To curl it is the same path, with three names in it.
    'x[1-3]': 'x?1-3?',
    '{a,b}': '?a?b?',
    '../nodes/metal-0': '..?nodes?metal-0',
    '..': '..',
    'a/../../secrets': 'a?..?..?secrets',
    'a?watch=true': 'a?watch?true',
    '%2e%2e': '?2e?2e',
    '-K': '-K',
    '*': '?',
    Upper: 'Upper',
    ['a'.repeat(254)]: `${'a'.repeat(64)}...`,
  };
  const names = [...Object.keys(foreign), 'md-a-0'];
  const world: World = {
    hosts: { 'metal-0': place('lab', 'a') },
    machines: { 'md-a-0': 'metal-0' },
    nodes: Object.fromEntries(names.map((name) => [name, place('lab', 'b')])),
    patches: [],
  };
  const running = await start(world);
  await running.looks(1);
  const vmis = '/apis/kubevirt.io/v1/namespaces/cluster-demo/virtualmachineinstances';
  expect([...new Set(running.asked.filter((one) => one.startsWith('infra ')))]).toEqual([
    `infra GET ${vmis}/md-a-0?pretty=true`,
    'infra GET /api/v1/nodes/metal-0?pretty=true',
  ]);
  expect(world.patches).toEqual([patchOf('md-a-0', 'zone', 'a')]);
  for (const printed of Object.values(foreign)) {
    expect(running.said).toContain(
      ` strata: ${printed} is no name of a machine: its host is not followed\n`,
    );
  }
});

test('ends as soon as its pod is to end, though it is the first process of its container', async () => {
  const world: World = { hosts: {}, machines: {}, nodes: { foreign: {} }, patches: [] };
  const running = await start(world, { pause: '60' });
  await running.until(() => running.isPausing);
  const ended = new Promise((resolve) => running.script.once('exit', resolve));
  const begin = Date.now();
  running.script.kill('SIGTERM');
  // A first process without a trap would not receive the signal at all.
  expect(await ended).toBe(0);
  expect(Date.now() - begin).toBeLessThan(5_000);
});

test('asks a cluster again that cannot be asked, and prints no secret', async () => {
  const world: World = {
    hosts: {},
    machines: { 'md-a-0': 'gone' },
    nodes: { 'md-a-0': {} },
    patches: [],
  };
  const running = await start(world);
  await running.until(() => running.said.includes('md-a-0 cannot be followed now'));
  running.closeUserCluster();
  await running.until(() =>
    running.said.includes('the API of the user cluster cannot be asked now'),
  );
  expect(running.said).not.toContain('token of the account');
  expect(world.patches).toEqual([]);
});

const labelPatch = (node: string, labels: Readonly<Record<string, string | null>>) =>
  `/api/v1/nodes/${node} application/merge-patch+json ${JSON.stringify({ metadata: { labels } })}`;

// Proves: placement.host-labels
test('a node has the listed labels of its host, also after its machine has migrated, and no others', async () => {
  const rack = 'example.org/rack';
  const world: World = {
    hosts: {
      'metal-0': { [rack]: 'r1', disk: 'nvme', name: 'not-this', 'example.org/other': 'x' },
      'metal-1': { [rack]: 'r2', 'example.org/rack-of-old': 'r9', empty: '' },
    },
    machines: { 'md-a-0': 'metal-0', 'md-a-1': 'metal-0' },
    nodes: { 'md-a-0': {}, 'md-a-1': { [rack]: 'r1', disk: 'nvme', 'example.org/own': 'y' } },
    patches: [],
  };
  const running = await start(world, { hostLabels: [rack, 'disk', 'empty'] });
  await running.until(() => world.patches.length >= 2);
  await running.looks(2);
  expect(world.patches.splice(0)).toEqual([
    labelPatch('md-a-0', { [rack]: 'r1' }),
    labelPatch('md-a-0', { disk: 'nvme' }),
  ]);
  world.machines['md-a-1'] = 'metal-1';
  await running.until(() => world.patches.length >= 3);
  await running.looks(2);
  expect(world.patches).toEqual([
    labelPatch('md-a-1', { [rack]: 'r2' }),
    labelPatch('md-a-1', { disk: null }),
    labelPatch('md-a-1', { empty: '' }),
  ]);
  expect(world.nodes['md-a-1']).toEqual({ [rack]: 'r2', 'example.org/own': 'y', empty: '' });
  expect(running.said.replace(/^\d\d:\d\d:\d\d strata: /gm, '')).toBe(
    'md-a-0 has example.org/rack=r1 of its host now\n' +
      'md-a-0 has disk=nvme of its host now\n' +
      'md-a-1 has example.org/rack=r2 of its host now\n' +
      'md-a-1 has no disk any more, for its host has none\n' +
      'md-a-1 has empty= of its host now\n',
  );
});

// Proves: placement.host-labels
test('without zones it follows only the listed labels', async () => {
  const world: World = {
    hosts: { 'metal-0': { ...place('lab', 'a'), disk: 'nvme' } },
    machines: { 'md-a-0': 'metal-0' },
    nodes: { 'md-a-0': {} },
    patches: [],
  };
  const running = await start(world, { args: [], hostLabels: ['disk'] });
  await running.until(() => world.patches.length > 0);
  await running.looks(2);
  expect(world.patches).toEqual([labelPatch('md-a-0', { disk: 'nvme' })]);
});
