// SPDX-License-Identifier: Apache-2.0
import { testContext, testPlatform } from '../test-context.ts';
import { checkControlPlane } from './index.ts';

const controlPlane = {
  instancetype: 'standard-2',
  rootDisk: { image: 'ubuntu' },
  endpoint: { address: '203.0.113.2' },
};
const peers = {
  network: 'backbone',
  addresses: ['10.20.0.11/24', '10.20.0.12/24', '10.20.0.13/24'],
};
const check = (change: object) =>
  checkControlPlane(testContext({ controlPlane: { ...controlPlane, ...change } }));

test.each([
  ['one control-plane node', {}],
  ['three with peers', { replicas: 3, peers }],
  [
    'three with a card in another network',
    { replicas: 3, peers, interfaces: [{ network: 'fast-lane', addresses: 'none' }] },
  ],
  [
    'a size that the platform does not offer, which has a problem of its own',
    { instancetype: 'huge' },
  ],
  [
    'additional names and addresses',
    { endpoint: { address: '203.0.113.2', alternativeNames: ['api.example.org', '10.0.0.1'] } },
  ],
])('accepts %s', (_, change) => {
  expect(check(change)).toEqual([]);
});

test('reports nothing about a missing control plane, which has a problem of its own', () => {
  expect(checkControlPlane({ ...testContext(), config: {} })).toEqual([]);
});

test('accepts peers in a VLAN of the cluster, and knows only those of the platform where none is made', () => {
  const own = { replicas: 3, peers: { ...peers, network: 'own' } };
  const vlans = [{ name: 'own', vlan: 400, bridge: 'br1' }];
  const context = testContext({
    controlPlane: { ...controlPlane, ...own },
    network: { vlans },
  });
  expect(checkControlPlane(context)).toEqual([]);
  const { controlPlane: asked } = context.config;
  const found = checkControlPlane({ ...context, config: { controlPlane: asked } });
  expect(found.map(({ message }) => message.split(';')[0])).toEqual(['there is no network "own"']);
});

// Proves: clusters.control-plane
test.each([
  [
    2,
    '2 control-plane nodes lose quorum as soon as either is away, so they are less available than 1; take 1 or 3',
  ],
  [5, 'expected 1 or 3 control-plane nodes, got 5; more than 3 make etcd slower, not safer'],
])('refuses %i control-plane nodes, with the reason', (replicas, message) => {
  expect(check({ replicas })).toEqual([{ path: ['controlPlane', 'replicas'], message }]);
});

// Proves: clusters.control-plane
test('requires peer addresses for three nodes', () => {
  expect(check({ replicas: 3 })).toEqual([
    {
      path: ['controlPlane', 'peers'],
      message:
        'etcd members find each other by addresses that never change, and addresses of the pod ' +
        'network change with every restart; name a network of the platform and 3 free addresses in it',
    },
  ]);
});

test('refuses peers of a single node', () => {
  expect(check({ peers })).toEqual([
    {
      path: ['controlPlane', 'peers'],
      message: 'a single control-plane node has no peers; leave it out',
    },
  ]);
});

test('reports everything that is wrong with the addresses of peers', () => {
  const addresses = ['10.20.0.11/24', '10.20.0.11/24', '10.21.0.13/24', '10.20.0.14'];
  expect(check({ replicas: 3, peers: { network: 'backbon', addresses } })).toEqual([
    {
      path: ['controlPlane', 'peers', 'network'],
      message: 'there is no network "backbon"; did you mean "backbone"?',
    },
    {
      path: ['controlPlane', 'peers', 'addresses'],
      message: 'expected 3 addresses, one for each control-plane node, got 4',
    },
    {
      path: ['controlPlane', 'peers', 'addresses', 1],
      message: 'another control-plane node has 10.20.0.11/24 already',
    },
    {
      path: ['controlPlane', 'peers', 'addresses', 2],
      message: '10.21.0.13/24 is not in the same subnet as 10.20.0.11/24',
    },
    {
      path: ['controlPlane', 'peers', 'addresses', 3],
      message: 'expected an address like "10.20.0.11/24", got "10.20.0.14"',
    },
  ]);
});

test('refuses an interface in the network of the peers, which Strata adds itself', () => {
  expect(check({ replicas: 3, peers, interfaces: [{ network: 'backbone' }] })).toEqual([
    {
      path: ['controlPlane', 'peers', 'network'],
      message:
        'every control-plane node has an interface in "backbone" already; take it out of interfaces',
    },
  ]);
});

test('refuses peers on a card that is passed through, which the guest cannot find', () => {
  expect(check({ replicas: 3, peers: { ...peers, network: 'fast-lane' } })).toEqual([
    {
      path: ['controlPlane', 'peers', 'network'],
      message:
        '"fast-lane" passes a card through, whose name in the guest nobody knows before it is there; take a VLAN or a bridge',
    },
  ]);
});

// Proves: clusters.control-plane
test('refuses machines that are too small for kubeadm', () => {
  const own = { instancetype: undefined };
  expect(check({ ...own, cpu: 1, memoryGiB: 1 })).toEqual([
    {
      path: ['controlPlane', 'cpu'],
      message: 'kubeadm makes no control plane with 1 CPU; take 2 or more',
    },
    {
      path: ['controlPlane', 'memoryGiB'],
      message: 'kubeadm makes no control plane with 1 GiB of memory; take 2 or more',
    },
  ]);
  expect(check({ ...own, cpu: 2, memoryMiB: 512 })).toEqual([
    {
      path: ['controlPlane', 'memoryMiB'],
      message: 'kubeadm makes no control plane with 0.5 GiB of memory; take 2 or more',
    },
  ]);
  expect(check({ ...own, cpu: 2, memoryGiB: 2 })).toEqual([]);
  const context = testContext({ controlPlane: { ...controlPlane, instancetype: 'small' } });
  const platform = { ...testPlatform, instancetypes: [{ name: 'small', cpu: 1, memoryGiB: 1 }] };
  expect(
    checkControlPlane({ ...context, platform }).map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    ),
  ).toEqual([
    'controlPlane.instancetype: kubeadm makes no control plane with 1 CPU of "small"; take 2 or more',
    'controlPlane.instancetype: kubeadm makes no control plane with 1 GiB of memory of "small"; take 2 or more',
  ]);
});

// etcd's members do not find each other at them.
test.each<[string[], string]>([
  [
    ['::ffff:10.20.0.11/24'],
    'expected an address like "10.20.0.11/24", got "::ffff:10.20.0.11/24"',
  ],
  ...['x9', '9x', '7', '31', '24/24'].map((length): [string[], string] => [
    [`10.20.0.11/${length}`],
    `expected an address like "10.20.0.11/24", got "10.20.0.11/${length}"`,
  ]),
  [['10.20.0.0/24'], '10.20.0.0/24 is the first address of its subnet, which no machine can have'],
  [
    ['10.20.0.255/24'],
    '10.20.0.255/24 is the last address of its subnet, which no machine can have',
  ],
  [
    ['224.0.0.11/24'],
    '224.0.0.11/24 is in 224.0.0.0/4, the multicast range, where no machine can be',
  ],
  [
    ['10.20.0.11/24', '10.20.0.12/16'],
    '10.20.0.12/16 has another prefix length than 10.20.0.11/24; all peers are in one subnet',
  ],
])('refuses the peers %j', (addresses, message) => {
  const all = [...addresses, ...peers.addresses].slice(0, 3);
  const found = check({ replicas: 3, peers: { ...peers, addresses: all } });
  expect(found.map((problem) => problem.message)).toContain(message);
});
