// SPDX-License-Identifier: Apache-2.0
import { parseRange } from '@strata/contracts';
import { testContext, testPlatform } from '../test-context.ts';
import { blocksOf, checkAddresses, endpointPool, tenantAddresses, toBlocks } from './index.ts';

const lines = (...problems: ReturnType<typeof checkAddresses>) =>
  problems.map(({ path, message }) => `${path.join('.')}: ${message}`);

const kubernetes = (podCidr: string, serviceCidr: string) => ({
  kubernetes: { version: '1.35.4', podCidr, serviceCidr },
});

const problemsOf = (podCidr: string, serviceCidr = '10.101.0.0/16', more: object = {}) =>
  lines(...checkAddresses(testContext({ ...kubernetes(podCidr, serviceCidr), ...more })));

const controlPlane = (change: object) => ({
  controlPlane: {
    instancetype: 'standard-2',
    rootDisk: { image: 'ubuntu', sizeGiB: 20 },
    endpoint: { address: '203.0.113.2' },
    ...change,
  },
});

test('accepts ranges that nobody else has', () => {
  expect(problemsOf('10.100.0.0/16')).toEqual([]);
  expect(problemsOf('11.0.0.0/8', '172.16.0.0/12')).toEqual([]);
  expect(problemsOf('10.100.0.0/24', '10.101.0.0/24', { pools: [] })).toEqual([]);
  expect(checkAddresses({ ...testContext(), config: {} })).toEqual([]);
});

test('leaves room for the additional nodes of pools that roll', () => {
  const pool = (name: string, maxSurge: number) => ({
    name,
    replicas: 3,
    maxSurge,
    instancetype: 'standard-4',
    rootDisk: { image: 'ubuntu', sizeGiB: 30 },
  });
  const withPools = (podCidr: string, ...pools: readonly object[]) =>
    problemsOf(podCidr, undefined, { pools });
  const problem = (nodes: number, more: number, cidr: string, room: number) =>
    `kubernetes.podCidr: ${cidr} is enough for ${room} nodes, each of which takes a /24, but the cluster has ${nodes}, and ${more} more while its pools roll; it cannot be changed later, so leave room to grow; in a cluster that exists, lower maxSurge of its pools`;
  expect(withPools('10.100.0.0/22', pool('a', 1))).toEqual([problem(4, 1, '10.100.0.0/22', 4)]);
  expect(withPools('10.100.0.0/22', pool('a', 0))).toEqual([]);
  expect(withPools('10.100.0.0/21', pool('a', 1), pool('b', 1))).toEqual([
    problem(7, 2, '10.100.0.0/21', 8),
  ]);
  expect(withPools('10.100.0.0/21', pool('a', 1), pool('b', 0))).toEqual([]);
});

// Proves: clusters.addresses
test.each([
  [
    '10.101.128.0/17',
    '10.101.0.0/16',
    'kubernetes.serviceCidr: 10.101.0.0/16 overlaps kubernetes.podCidr, 10.101.128.0/17; pods and Services need ranges of their own',
  ],
  [
    '10.244.128.0/17',
    '10.101.0.0/16',
    "kubernetes.podCidr: 10.244.128.0/17 overlaps 10.244.0.0/16, the infra cluster's pods; take a range that nobody has",
  ],
  [
    '10.100.0.0/16',
    '10.96.128.0/20',
    "kubernetes.serviceCidr: 10.96.128.0/20 overlaps 10.96.0.0/16, the infra cluster's Services; take a range that nobody has",
  ],
  [
    '10.0.0.0/16',
    '10.101.0.0/16',
    'kubernetes.podCidr: 10.0.0.0/16 overlaps 10.0.2.0/24, the network that the guest of a masqueraded machine sees; take a range that nobody has',
  ],
  [
    '10.50.0.0/16',
    '10.101.0.0/16',
    'kubernetes.podCidr: 10.50.0.0/16 overlaps 10.50.0.10-10.50.0.20, the load balancer pool "bound"; take a range that nobody has',
  ],
  [
    '169.254.0.0/16',
    '10.101.0.0/16',
    'kubernetes.podCidr: 169.254.0.0/16 overlaps 169.254.0.0/16, the link-local range, where metadata services and node-local DNS are; take a range that nobody has',
  ],
  [
    '10.100.0.0/16',
    '127.1.0.0/16',
    'kubernetes.serviceCidr: 127.1.0.0/16 overlaps 127.0.0.0/8, the loopback range; take a range that nobody has',
  ],
  [
    '10.100.0.1/16',
    '10.101.0.0/16',
    'kubernetes.podCidr: 10.100.0.1/16 does not begin at the first address of a /16 range',
  ],
  [
    '::ffff:10.100.0.0/16',
    '10.101.0.0/16',
    'kubernetes.podCidr: expected a range of IPv4 addresses like "10.100.0.0/16", got "::ffff:10.100.0.0/16"',
  ],
  [
    '10.100.0.0-10.100.9.9',
    '10.101.0.0/16',
    'kubernetes.podCidr: expected a range of IPv4 addresses like "10.100.0.0/16", got "10.100.0.0-10.100.9.9"',
  ],
  [
    'fd00:10::/56',
    '10.101.0.0/16',
    'kubernetes.podCidr: expected a range of IPv4 addresses like "10.100.0.0/16", got "fd00:10::/56"',
  ],
  [
    '10.100.0.0/16',
    'fd00:10::/108',
    'kubernetes.serviceCidr: expected a range of IPv4 addresses like "10.100.0.0/16", got "fd00:10::/108"',
  ],
  [
    '10.100.0.0/16',
    '10.101.0.0/25',
    'kubernetes.serviceCidr: 10.101.0.0/25 has 128 Service addresses, too few for a cluster; take a range from /12 to /24',
  ],
  [
    '10.100.0.0/16',
    '100.64.0.0/11',
    'kubernetes.serviceCidr: 100.64.0.0/11 has 2097152 Service addresses, more than Kubernetes takes; take a range from /12 to /24',
  ],
  [
    '10.100.0.0/25',
    '10.101.0.0/16',
    'kubernetes.podCidr: 10.100.0.0/25 has 128 pod addresses, too few for a cluster; take a range from /8 to /24',
  ],
  [
    '10.100.0.0/23',
    '10.101.0.0/16',
    'kubernetes.podCidr: 10.100.0.0/23 is enough for 2 nodes, each of which takes a /24, but the cluster has 3; it cannot be changed later, so leave room to grow',
  ],
])('pods %s, Services %s', (podCidr, serviceCidr, expected) => {
  expect(problemsOf(podCidr, serviceCidr)).toEqual([expected]);
});

// Proves: clusters.addresses
test('refuses ranges with DNS servers of the machines and peers of the control plane', () => {
  const peers = {
    network: 'backbone',
    addresses: ['10.100.9.11/24', '10.100.9.12/24', '10.100.9.13/24'],
  };
  expect(
    problemsOf('10.100.0.0/16', '10.101.0.0/16', {
      network: { dns: { servers: ['10.101.0.53'] } },
      ...controlPlane({ replicas: 3, peers }),
    }),
  ).toEqual([
    "kubernetes.podCidr: 10.100.0.0/16 overlaps 10.100.9.11/24, the control plane's peers; take a range that nobody has",
    "kubernetes.podCidr: 10.100.0.0/16 overlaps 10.100.9.12/24, the control plane's peers; take a range that nobody has",
    "kubernetes.podCidr: 10.100.0.0/16 overlaps 10.100.9.13/24, the control plane's peers; take a range that nobody has",
    'kubernetes.serviceCidr: 10.101.0.0/16 overlaps 10.101.0.53, a DNS server of the machines; take a range that nobody has',
  ]);
});

// Proves: clusters.addresses
test('refuses peers that are in the networks of the infra cluster, or in a pool of load balancers', () => {
  const addressesOf = (...addresses: string[]) =>
    problemsOf('10.100.0.0/16', '10.101.0.0/16', {
      ...controlPlane({ replicas: 3, peers: { network: 'backbone', addresses } }),
    });
  expect(addressesOf('10.244.0.11/24', '10.244.0.12/24', '10.244.0.13/24')).toEqual([
    "controlPlane.peers.addresses: 10.244.0.11/24 overlaps 10.244.0.0/16, the infra cluster's pods, which machines would look for in the network of the peers; take another subnet",
  ]);
  expect(addressesOf('10.96.0.11/24', '10.96.0.12/24', '10.96.0.13/24')).toEqual([
    "controlPlane.peers.addresses: 10.96.0.11/24 overlaps 10.96.0.0/16, the infra cluster's Services, which machines would look for in the network of the peers; take another subnet",
  ]);
  expect(addressesOf('10.50.0.11/24', '10.50.0.2/24', '10.50.0.3/24')).toEqual([
    'controlPlane.peers.addresses.0: 10.50.0.11/24 is in 10.50.0.10-10.50.0.20, the load balancer pool "bound"; take a free address',
  ]);
});

// Proves: clusters.api-address
test.each([
  [
    '203.0.113.99',
    '203.0.113.99 is in no load balancer pool of the platform; take a free address of "shared" (203.0.113.0/28)',
  ],
  [
    '10.50.0.12',
    '10.50.0.12 is in the load balancer pool "bound", which only the cluster "other" may use; take a free address of "shared" (203.0.113.0/28)',
  ],
  [
    '203.0.113.65',
    '203.0.113.65 is in the load balancer pool "open", of which any Service gets addresses, so another may have it first; take a free address of "shared" (203.0.113.0/28)',
  ],
])('refuses the endpoint %s', (address, expected) => {
  const problems = problemsOf(
    '10.100.0.0/16',
    '10.101.0.0/16',
    controlPlane({ endpoint: { address } }),
  );
  expect(problems).toEqual([`controlPlane.endpoint.address: ${expected}`]);
});

test('refuses an endpoint that ends in .0 or .255 of a pool that leaves these out', () => {
  const pool = { name: 'old', addresses: ['203.0.113.0/28'], autoAssign: false };
  const found = (avoidBuggyIPs: boolean, address: string) => {
    const platform = { ...testPlatform, loadBalancerPools: [{ ...pool, avoidBuggyIPs }] };
    const context = testContext(controlPlane({ endpoint: { address } }));
    return lines(...checkAddresses({ ...context, platform }));
  };
  expect(found(true, '203.0.113.0')).toEqual([
    'controlPlane.endpoint.address: 203.0.113.0 is in the load balancer pool "old", which leaves out addresses that end in .0 or .255 (avoidBuggyIPs); take another one',
  ]);
  expect(found(true, '203.0.113.1')).toEqual([]);
  expect(found(false, '203.0.113.0')).toEqual([]);
});

// Proves: clusters.api-address
test.each<[string, object, object]>([
  [
    'the host "m-0"',
    { hosts: [{ name: 'm-0', cpu: 8, memoryGiB: 64, addresses: ['203.0.113.2'] }] },
    {},
  ],
  [
    'the API of the infra cluster',
    { hosts: [] },
    { api: { addresses: ['203.0.113.2'], ports: [] } },
  ],
  ['a DNS server of the machines', { hosts: [] }, {}],
])('refuses an endpoint with the address of %s', (owner, infra, network) => {
  const servers = owner.includes('DNS') ? ['203.0.113.2'] : ['10.96.0.10'];
  const context = testContext({ network: { dns: { servers } } });
  const { clusterNetwork } = testPlatform;
  const platform = { ...testPlatform, clusterNetwork: { ...clusterNetwork, ...network } };
  const found = checkAddresses({ ...context, infra: infra as typeof context.infra, platform });
  expect(lines(...found)).toEqual([
    `controlPlane.endpoint.address: 203.0.113.2 is the address of ${owner}; take one that nobody has`,
  ]);
});

test('says so when the platform has no pool at all', () => {
  const context = { ...testContext(), platform: { ...testPlatform, loadBalancerPools: [] } };
  expect(lines(...checkAddresses(context))).toEqual([
    'controlPlane.endpoint.address: 203.0.113.2 is in no load balancer pool of the platform; the platform has no pool of such addresses: add one with autoAssign: false to its metallb.pools',
  ]);
});

test('names all ranges of all pools that an endpoint can be in', () => {
  const pool = (name: string, ...addresses: string[]) => ({
    name,
    addresses,
    autoAssign: false,
  });
  const loadBalancerPools = [
    pool('a', '192.0.2.0/28', '198.51.100.0/28'),
    pool('b', '203.0.113.64/28'),
  ];
  const problems = (address: string) => {
    const context = testContext(controlPlane({ endpoint: { address } }));
    return lines(
      ...checkAddresses({ ...context, platform: { ...testPlatform, loadBalancerPools } }),
    );
  };
  expect(problems('198.51.100.2')).toEqual([]);
  expect(problems('203.0.113.2')).toEqual([
    'controlPlane.endpoint.address: 203.0.113.2 is in no load balancer pool of the platform; take a free address of "a" (192.0.2.0/28, 198.51.100.0/28), "b" (203.0.113.64/28)',
  ]);
});

test('finds the pool of the endpoint by its address', () => {
  expect(endpointPool(testContext())).toBe('shared');
  expect(
    endpointPool(testContext(controlPlane({ endpoint: { address: '10.50.0.20' } }), {}, 'other')),
  ).toBe('bound');
  expect(endpointPool(testContext(controlPlane({ endpoint: { address: '192.0.2.1' } })))).toBe(
    undefined,
  );
  expect(endpointPool({ ...testContext(), config: {} })).toBe(undefined);
});

// Proves: cloud-controller.tenant-services
test('Services inside a cluster may request addresses of pools for everybody, and of pools that are bound to the cluster', () => {
  const open = ['203.0.113.64/31', '203.0.113.66/32'];
  expect(tenantAddresses(testContext())).toEqual({ addresses: open, pools: ['open'] });
  expect(tenantAddresses(testContext({}, {}, 'other'))).toEqual({
    addresses: [...open, '10.50.0.10/31', '10.50.0.12/30', '10.50.0.16/30', '10.50.0.20/32'],
    pools: ['open', 'bound'],
  });
  const loadBalancerPools = [
    { name: 'own', addresses: ['192.0.2.8/29'], boundTo: 'demo', autoAssign: false },
  ];
  expect(tenantAddresses(testContext({}, { loadBalancerPools }))).toEqual({
    addresses: ['192.0.2.8/29'],
    pools: ['own'],
  });
});

// Proves: clusters.api-address
test('a cluster may have addresses of a pool that is bound to it', () => {
  const context = testContext(controlPlane({ endpoint: { address: '10.50.0.20' } }), {}, 'other');
  expect(checkAddresses(context)).toEqual([]);
});

test.each([
  ['10.0.0.0/24', ['10.0.0.0/24']],
  ['10.0.0.5', ['10.0.0.5/32']],
  ['10.0.0.0-10.0.0.2', ['10.0.0.0/31', '10.0.0.2/32']],
  ['10.0.0.255-10.0.1.4', ['10.0.0.255/32', '10.0.1.0/30', '10.0.1.4/32']],
  ['0.0.0.0-255.255.255.255', ['0.0.0.0/0']],
  ['fd00::/64', []],
])('%s is made up of %j', (range, expected) => {
  const parsed = parseRange(range);
  expect(parsed && blocksOf(parsed)).toEqual(expected);
});

test('a text that is no range has no addresses', () => {
  expect(toBlocks('10.0.0.0-10.0.0.2')).toEqual(['10.0.0.0/31', '10.0.0.2/32']);
  expect(toBlocks('ten')).toEqual([]);
});

test('addresses are judged where other parts of the configuration are missing', () => {
  const { config } = testContext();
  const partOf = (part: Partial<typeof config>, platform: object = {}) =>
    lines(
      ...checkAddresses({
        ...testContext(),
        platform: { ...testPlatform, ...platform },
        config: part,
      }),
    );
  expect(partOf({ kubernetes: config.kubernetes })).toEqual([]);
  expect(partOf({ controlPlane: config.controlPlane })).toEqual([]);
  const endpoint = { ...config.controlPlane.endpoint, address: '203.0.113.99' };
  const away = { ...config.controlPlane, endpoint };
  expect(partOf({ controlPlane: away })).toEqual([
    'controlPlane.endpoint.address: 203.0.113.99 is in no load balancer pool of the platform; take a free address of "shared" (203.0.113.0/28)',
  ]);
  // Another check names a pool of the platform, or a peer, that has no address.
  const loadBalancerPools = [...testPlatform.loadBalancerPools, { name: 'odd', addresses: ['x'] }];
  for (const peer of ['ten', '192.0.2.11/24']) {
    const peers = { network: 'backbone', addresses: [peer] };
    const part = { ...config, controlPlane: { ...config.controlPlane, peers } };
    expect(partOf(part, { loadBalancerPools })).toEqual([]);
  }
});
