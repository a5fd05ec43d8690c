// SPDX-License-Identifier: Apache-2.0
import { judgeIsolation } from './judge-isolation.ts';
import {
  cluster,
  judge,
  machine,
  open,
  peerOf,
  platform,
  removeFiles,
  resetFiles,
  root,
  write,
} from './test-isolation.ts';

beforeEach(resetFiles);

afterAll(removeFiles);

test.each([
  ['a port', { port: 5432 }, { port: 5432 }, 'pods', 'TCP 5432'],
  ['ranges', { port: 7000, endPort: 7999 }, { port: 7500, endPort: 9000 }, 'pods', 'TCP 7500'],
  [
    'another protocol',
    { protocol: 'SCTP', port: 99 },
    { protocol: 'SCTP', port: 99 },
    'pods',
    'SCTP 99',
  ],
  ['a node port', { port: 30000, endPort: 32767 }, { port: 31000 }, 'load balancers', 'TCP 31000'],
])('finds a path on ports that only policies name: %s', (_, out, into, plane, by) => {
  cluster(1, 'red', open({ egress: [{ to: [peerOf('blue')], ports: [out] }] }));
  cluster(2, 'blue', open({ ingress: [{ from: [peerOf('red')], ports: [into] }] }));
  const { failed, lines } = judge();
  expect(failed).toBe(true);
  expect(lines.at(-1)).toBe(
    `"red" reaches "blue" (${plane}): ${by}; close it in the file of either, or say in stacks/isolation/prod.yaml that it is meant`,
  );
});

test('finds no path on ports that do not meet', () => {
  cluster(1, 'red', open({ egress: [{ to: [peerOf('blue')], ports: [{ port: 5432 }] }] }));
  cluster(2, 'blue', open({ ingress: [{ from: [peerOf('red')], ports: [{ port: 5433 }] }] }));
  expect(judge().failed).toBe(false);
});

test('finds no path between clusters as they are rendered', () => {
  expect(judge()).toEqual({
    lines: [
      '| from | to | pods | api | load balancers | vlan |',
      '| blue | red | - | - | - | - |',
      '| red | blue | - | - | - | - |',
      '| from | platform |',
      '| blue | - |',
      '| red | - |',
      '2 user clusters, 0 ways between them, all meant.',
    ],
    failed: false,
  });
});

test('finds a path that a policy of one cluster opens to the endpoint of another', () => {
  const spec = {
    egress: [{ to: [{ ipBlock: { cidr: '203.0.113.2/32' } }], ports: [{ port: 6443 }] }],
  };
  cluster(1, 'red', { isolation: { customNetworkPolicies: [{ name: 'out', spec }] } });
  const { failed, lines } = judge();
  expect(failed).toBe(true);
  expect(lines.at(-1)).toBe(
    '"red" reaches "blue" (api): TCP 6443 of 203.0.113.2; close it in the file of either, or say in stacks/isolation/prod.yaml that it is meant',
  );
});

const shared = { interfaces: [{ network: 'office', addresses: 'none' }] };

test('reports clusters that reach each other in a shared network, unless that is intended', () => {
  cluster(1, 'red', {}, shared);
  cluster(2, 'blue', {}, shared);
  expect(judge().lines.slice(1)).toEqual([
    '| blue | red | - | - | - | office |',
    '| red | blue | - | - | - | office |',
    '| from | platform |',
    '| blue | - |',
    '| red | - |',
    '"blue" reaches "red" (vlan): office; close it in the file of either, or say in stacks/isolation/prod.yaml that it is meant',
    '"red" reaches "blue" (vlan): office; close it in the file of either, or say in stacks/isolation/prod.yaml that it is meant',
  ]);
  const way = { plane: 'vlan', reason: 'the office prints' };
  write('stacks/isolation/prod.yaml', {
    intended: [
      { ...way, from: 'red', to: 'blue' },
      { ...way, from: 'blue', to: 'red' },
    ],
  });
  expect(judge().failed).toBe(false);
});

test('finds a path between control planes whose peers share a network', () => {
  for (const number of [1, 2]) {
    const addresses = [1, 2, 3].map((host) => `10.20.${number}.${host}/16`);
    const controlPlane = {
      ...machine,
      replicas: 3,
      endpoint: { address: `203.0.113.${number}` },
      peers: { network: 'office', addresses },
    };
    cluster(number, number === 1 ? 'red' : 'blue', { controlPlane });
  }
  expect(judge().lines.slice(1, 3)).toEqual([
    '| blue | red | - | - | - | office |',
    '| red | blue | - | - | - | office |',
  ]);
});

test('reports the same as JSON for programs', () => {
  cluster(1, 'red', {}, shared);
  cluster(2, 'blue', {}, shared);
  expect(JSON.parse(judge(true).lines.join(''))).toEqual({
    environment: 'prod',
    clusters: ['blue', 'red'],
    edges: [
      { from: 'blue', to: 'red', plane: 'vlan', by: 'office' },
      { from: 'red', to: 'blue', plane: 'vlan', by: 'office' },
    ],
    platform: [],
    unintended: [
      { from: 'blue', to: 'red', plane: 'vlan', by: 'office' },
      { from: 'red', to: 'blue', plane: 'vlan', by: 'office' },
    ],
  });
});

const own = (name: string, to: object, port: number, protocol = 'TCP') => {
  const spec = { egress: [{ to: [to], ports: [{ port, protocol }] }] };
  cluster(1, name, { isolation: { customNetworkPolicies: [{ name: 'out', spec }] } });
};

test.each<[string, object, number, string[]]>([
  [
    'monitoring',
    { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } },
    9090,
    ['monitoring: TCP 9090 of prometheus'],
  ],
  [
    'programs of KubeVirt',
    { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kubevirt' } } },
    8443,
    ['virt-api', 'virt-controller', 'virt-handler'].map((one) => `kubevirt: TCP 8443 of ${one}`),
  ],
  [
    'the pod network',
    { ipBlock: { cidr: '10.244.0.0/16' } },
    8186,
    ['kubevirt: TCP 8186 of virt-handler'],
  ],
  [
    'Services of the infra cluster',
    { ipBlock: { cidr: '10.96.0.0/16' } },
    443,
    ['infra-services: TCP 443 of 10.96.0.9'],
  ],
  [
    'a host',
    { ipBlock: { cidr: '198.51.100.0/24' } },
    10_250,
    ['hosts: TCP 10250 of h0 (198.51.100.40)'],
  ],
])('finds what a policy opens of the platform: %s', (_, to, port, ways) => {
  write('stacks/infra-facts/prod.yaml', {
    kubernetes: '1.35.4',
    hosts: [{ name: 'h0', cpu: 32, memoryGiB: 128, addresses: ['198.51.100.40'] }],
    storageClasses: [],
    network: { podCidrs: [], serviceCidrs: [], dnsServers: [], api: { addresses: [] } },
  });
  // Hosts with public addresses are not the internet, which machines reach by themselves.
  expect(judge().failed).toBe(false);
  own('red', to, port);
  const { failed, lines } = judge();
  expect(failed).toBe(true);
  expect(lines.slice(3)).toEqual([
    '| from | platform |',
    '| blue | - |',
    `| red | ${ways.join(', ')} |`,
    ...ways.map((way) => {
      const [part, by = ''] = way.split(': ');
      return `"red" reaches "${part}" of the platform: ${by}; close it in its file, or say in stacks/isolation/prod.yaml that it is meant`;
    }),
    '2 user clusters, 0 ways between them, all meant.',
  ]);
});

test('a way to the platform that is meant is no problem', () => {
  const monitoring = { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } };
  own('red', { namespaceSelector: monitoring }, 9090);
  write('stacks/isolation/prod.yaml', {
    intended: [
      { from: 'red', to: 'monitoring', plane: 'platform', reason: 'shows its own series' },
    ],
  });
  expect(judge().failed).toBe(false);
});

test('shows the DNS and the mirror that files name, which are meant', () => {
  const registries = { addresses: ['10.20.0.0/16'], ports: [5000] };
  cluster(1, 'red', {
    isolation: { registries },
    network: { dns: { servers: ['10.96.0.10'] } },
  });
  const { clusterNetwork } = platform;
  const { failed, lines } = judgeIsolation(root, {
    environment: 'prod',
    platform: {
      name: 'platform.json',
      content: {
        ...platform,
        registryMirror: '10.20.0.5:5000/mirror',
        clusterNetwork: { ...clusterNetwork, dnsServers: ['10.96.0.10'] },
      },
    },
    json: false,
  });
  expect(failed).toBe(false);
  expect(lines[5]).toBe(
    '| red | registry-mirror: TCP 5000 of 10.20.0.5, infra-dns: UDP 53 of its pods, infra-dns: UDP 53 of 10.96.0.10 |',
  );
});

test('refuses a file that the program would refuse', () => {
  cluster(1, 'red', { kubernetes: {} });
  expect(() => judge()).toThrow(
    'stacks/user-cluster/Pulumi.prod.red.yaml is wrong; its preview says what',
  );
});
