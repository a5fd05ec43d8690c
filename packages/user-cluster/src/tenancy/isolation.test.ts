// SPDX-License-Identifier: Apache-2.0
import { evaluate } from '@strata/network-policies';
import type { Connection, Policy, PolicyWorld } from '@strata/network-policies';
import { named, ofType, recordProgram } from '@strata/testing';
import { ends, policiesOf, portClasses, world } from './test-isolation-world.ts';
import type { Name, Port, World } from './test-isolation-world.ts';
import { isolate } from './isolation.ts';
import { renderIsolation } from './render-isolation.ts';
import { testContext, testPlatform } from '../test-context.ts';

function connection(from: Name, to: Name, port: Port): Connection {
  const [protocol = '', number = ''] = port.toUpperCase().split('/');
  return {
    from: ends[from],
    to: ends[to],
    protocol: protocol as Connection['protocol'],
    port: Number(number),
  };
}

/** Returns whether a connection is possible, without knowledge of how the policies are made. */
const allows = (one: World, from: Name, to: Name, port: Port) =>
  evaluate(one as PolicyWorld, connection(from, to, port)).allowed;

const redEnds = Object.keys(ends).filter((name) => /^red(?!Endpoint|.*Host)/.test(name)) as Name[];
const blueEnds = Object.keys(ends).filter((name) => /^blue(?!Endpoint|Load)/.test(name)) as Name[];

// Proves: cluster-networks.isolation
test('two clusters never reach each other, at no port, in no direction', () => {
  const both = world();
  const leaks = redEnds.flatMap((red) =>
    blueEnds.flatMap((blue) =>
      portClasses.flatMap((port) => [
        ...(allows(both, red, blue, port) ? [`${red} -> ${blue} ${port}`] : []),
        ...(allows(both, blue, red, port) ? [`${blue} -> ${red} ${port}`] : []),
      ]),
    ),
  );
  expect(leaks).toEqual([]);
  expect(redEnds.length * blueEnds.length * portClasses.length).toBeGreaterThan(600);
});

// Proves: cluster-networks.own-policies
test('a cluster that opens itself to everybody still does not reach another one', () => {
  const all = {
    name: 'all',
    spec: {
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [{ ipBlock: { cidr: '0.0.0.0/0' } }] }],
      egress: [{ to: [{ ipBlock: { cidr: '0.0.0.0/0' } }] }],
    },
  };
  const open = world({ isolation: { customNetworkPolicies: [all] } });
  // Red reaches only what blue offers to the world.
  expect(portClasses.filter((port) => allows(open, 'redWorker', 'blueWorker', port))).toEqual([
    'tcp/30000',
    'udp/32767',
  ]);
  expect(portClasses.filter((port) => allows(open, 'redWorker', 'blueCp', port))).toEqual([
    'tcp/6443',
  ]);
  expect(portClasses.filter((port) => allows(open, 'blueWorker', 'redWorker', port))).toEqual([]);
});

// Proves: cluster-networks.isolation
test('everything in one cluster reaches everything else in it', () => {
  const one = world();
  for (const from of redEnds) {
    for (const to of redEnds) {
      for (const port of portClasses) expect(allows(one, from, to, port)).toBe(true);
    }
  }
});

/** Destinations and ports outside of its cluster that a VM may reach; it may reach nothing else. */
// Proves: cluster-networks.isolation
test.each<[Name, readonly Port[]]>([
  ['kubeDns', ['tcp/53', 'udp/53']],
  ['dnsService', ['tcp/53', 'udp/53']],
  ['redEndpoint', ['tcp/6443']],
  ['internet', ['tcp/80', 'udp/123', 'tcp/443']],
  ['publicDns', ['tcp/80', 'udp/123', 'tcp/443']],
  ['blueEndpoint', []],
  ['blueLoadBalancer', []],
  ['metadata', []],
  ['nodeLocalDns', []],
  ['infraApiService', []],
  ['infraHost', []],
  ['otherHost', []],
  ['office', []],
  ['privateRegistry', []],
  ['metallb', []],
  ['cdi', []],
  ['prometheus', []],
  ['otherApp', []],
])('machines reach %s at %j', (to, expected) => {
  const one = world();
  for (const from of ['redCp', 'redWorker'] as const) {
    expect(portClasses.filter((port) => allows(one, from, to, port))).toEqual(expected);
  }
});

/** Ports of a control-plane VM and of a worker that others reach from outside of the cluster. */
// Proves: cluster-networks.isolation
test.each<[Name, readonly Port[], readonly Port[]]>([
  ['internet', ['tcp/6443'], ['tcp/30000', 'udp/32767']],
  ['office', ['tcp/6443'], ['tcp/30000', 'udp/32767']],
  ['otherHost', ['tcp/6443'], ['tcp/30000', 'udp/32767']],
  ['otherApp', ['tcp/6443'], ['tcp/30000', 'udp/32767']],
  ['metadata', ['tcp/6443'], ['tcp/30000', 'udp/32767']],
  ['grafana', ['tcp/6443'], ['tcp/30000', 'udp/32767']],
  ['prometheus', ['tcp/6443', 'tcp/9100'], ['tcp/9100', 'tcp/30000', 'udp/32767']],
])('%s reaches control planes at %j, workers at %j', (from, controlPlane, worker) => {
  const one = world();
  expect(portClasses.filter((port) => allows(one, from, 'redCp', port))).toEqual(controlPlane);
  expect(portClasses.filter((port) => allows(one, from, 'redWorker', port))).toEqual(worker);
  for (const to of ['redCcm', 'redCsi', 'redBastion', 'redHotplug', 'redImporter'] as const) {
    expect(portClasses.filter((port) => allows(one, from, to, port))).toEqual([]);
  }
});

test('a machine and its own host reach each other, which no policy can change; other hosts do not reach it', () => {
  const one = world();
  const open = (from: Name, to: Name) => portClasses.filter((port) => allows(one, from, to, port));
  expect(open('redWorker', 'redWorkersHost')).toEqual(portClasses);
  expect(open('redWorkersHost', 'redWorker')).toEqual(portClasses);
  expect(open('redCp', 'redWorkersHost')).toEqual([]);
  expect(open('blueWorker', 'redWorkersHost')).toEqual([]);
  expect(open('redWorkersHost', 'redCp')).toEqual(['tcp/6443']);
});

test.each<[Name, Name, readonly Port[]]>([
  ['redCcm', 'infraApiService', ['tcp/443', 'tcp/6443']],
  ['redCsi', 'infraHost', ['tcp/443', 'tcp/6443']],
  ['redCsi', 'otherHost', []],
  ['redCcm', 'redEndpoint', ['tcp/6443']],
  ['redCcm', 'blueEndpoint', []],
  ['redCcm', 'kubeDns', ['tcp/53', 'udp/53']],
  ['redCcm', 'internet', []],
  ['redBastion', 'internet', []],
  ['redBastion', 'infraApiService', []],
  ['redHotplug', 'internet', []],
  ['redImporter', 'internet', ['tcp/80', 'tcp/443']],
  ['redImporter', 'infraApiService', []],
  ['cdi', 'redImporter', ['tcp/8443']],
  ['cdi', 'redUpload', ['tcp/8443']],
  ['cdi', 'redCloneSource', ['tcp/8443']],
  ['redCloneSource', 'redUpload', portClasses],
  ['redCloneSource', 'internet', []],
  ['imageSender', 'redUpload', ['tcp/8443']],
  ['imageSender', 'redImporter', []],
  ['otherApp', 'redUpload', []],
  ['otherApp', 'redCloneSource', []],
])('%s reaches %s at %j', (from, to, expected) => {
  const one = world();
  expect(portClasses.filter((port) => allows(one, from, to, port))).toEqual(expected);
});

// Proves: cluster-networks.registries, cluster-networks.sources
test('allows the sources and registries that the configuration names', () => {
  const one = world({
    isolation: {
      apiSources: ['192.168.7.0/24'],
      loadBalancerSources: ['198.51.100.0/24'],
      registries: { addresses: ['10.0.0.0/8'], ports: [5000] },
    },
    network: { ntp: ['192.168.7.7'], dns: { servers: ['8.8.8.8'] } },
  });
  expect(allows(one, 'office', 'redCp', 'tcp/6443')).toBe(true);
  expect(allows(one, 'internet', 'redCp', 'tcp/6443')).toBe(false);
  expect(allows(one, 'office', 'redWorker', 'tcp/30000')).toBe(false);
  expect(allows(one, 'internet', 'redWorker', 'tcp/30000')).toBe(true);
  expect(allows(one, 'redWorker', 'privateRegistry', 'tcp/5000')).toBe(true);
  expect(allows(one, 'redImporter', 'privateRegistry', 'tcp/5000')).toBe(true);
  expect(allows(one, 'redWorker', 'internet', 'tcp/443')).toBe(false);
  expect(allows(one, 'redWorker', 'office', 'udp/123')).toBe(true);
  expect(allows(one, 'redWorker', 'internet', 'udp/123')).toBe(false);
  expect(allows(one, 'redWorker', 'publicDns', 'udp/53')).toBe(true);
  // It is inside of 10.0.0.0/8, but nobody means it by that range.
  expect(allows(one, 'redWorker', 'infraApiService', 'tcp/5000')).toBe(false);
  expect(allows(one, 'redWorker', 'blueWorker', 'tcp/5000')).toBe(false);
});

test.each<[readonly string[] | undefined, readonly Name[]]>([
  [undefined, []],
  [['10.96.0.10'], ['kubeDns', 'dnsService']],
  [['8.8.8.8'], ['publicDns']],
  [
    ['10.96.0.10', '8.8.8.8'],
    ['kubeDns', 'dnsService', 'publicDns'],
  ],
])(
  'machines with the DNS servers %j reach the DNS of %j, and importers the infra cluster’s',
  (servers, expected) => {
    const one = world({ network: { dns: servers === undefined ? {} : { servers } } });
    const all: readonly Name[] = ['kubeDns', 'dnsService', 'publicDns', 'nodeLocalDns'];
    for (const port of ['udp/53', 'tcp/53'] as const) {
      for (const from of ['redCp', 'redWorker'] as const) {
        expect(all.filter((to) => allows(one, from, to, port))).toEqual(expected);
      }
      for (const from of ['redImporter', 'redCcm'] as const) {
        expect(all.filter((to) => allows(one, from, to, port))).toEqual(['kubeDns', 'dnsService']);
      }
    }
  },
);

// Whoever may use it names hosts that it looks up, so it would tell them which names there are.
test('the bastion asks no DNS server, and importers and controllers beside it do', () => {
  const authorizedKeys = [
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGeYPVdRb7i8daXJ5ZgQYmPWJ+52QWd4eFmi4QCMhBJw on-call',
  ];
  const one = world({ access: { ssh: { via: 'bastion', authorizedKeys } } });
  const dns: readonly Name[] = ['kubeDns', 'dnsService', 'publicDns'];
  const asked = (from: Name) => dns.filter((to) => allows(one, from, to, 'udp/53'));
  expect(asked('redBastion')).toEqual([]);
  expect(asked('redImporter')).toEqual(['kubeDns', 'dnsService']);
  expect(asked('redCcm')).toEqual(['kubeDns', 'dnsService']);
  expect(asked('redHotplug')).toEqual(['kubeDns', 'dnsService']);
});

test('without a bastion, policies are what they were before bastions asked nobody', () => {
  expect(renderIsolation(testContext()).dns?.podSelector).toEqual({
    matchExpressions: [{ key: 'cluster.x-k8s.io/role', operator: 'DoesNotExist' }],
  });
});

test('machines that are told no DNS server reach none, though the infra cluster has one', () => {
  const { machines } = renderIsolation(testContext({ network: { dns: {} } }));
  const toPorts = (machines?.egress as { ports: { port: number }[] }[]).map(({ ports: all }) =>
    all.map(({ port }) => port),
  );
  expect(toPorts.flat()).not.toContain(53);
});

// Proves: access.node-port
test.each<[string, Name, Name, Port, boolean]>([
  ['none', 'office', 'redCp', 'tcp/22', false],
  ['bastion', 'office', 'redBastion', 'tcp/2222', true],
  ['bastion', 'office', 'redCp', 'tcp/22', false],
  ['bastion', 'internet', 'redBastion', 'tcp/2222', false],
  ['bastion', 'blueWorker', 'redBastion', 'tcp/2222', false],
  ['node-port', 'office', 'redCp', 'tcp/22', true],
  ['node-port', 'office', 'redWorker', 'tcp/22', false],
  ['load-balancer', 'office', 'redCp', 'tcp/22', true],
  ['load-balancer', 'internet', 'redCp', 'tcp/22', false],
  ['network', 'office', 'redCp', 'tcp/22', false],
])('SSH via %s: %s -> %s %s is %s', (via, from, to, port, expected) => {
  const one = world({ access: { ssh: { via, sources: ['192.168.0.0/16'] } } });
  expect(allows(one, from, to, port)).toBe(expected);
});

// Proves: cluster-networks.own-policies
test('a policy of the configuration allows what it names', () => {
  const spec = { ingress: [{ from: [{ ipBlock: { cidr: '192.168.7.0/24' } }] }] };
  const one = world({ isolation: { customNetworkPolicies: [{ name: 'office', spec }] } });
  expect(allows(one, 'office', 'redCcm', 'tcp/10259')).toBe(true);
  expect(allows(one, 'internet', 'redCcm', 'tcp/10259')).toBe(false);
});

// Proves: access.node-metrics
test('without node metrics nobody reaches node-exporter', () => {
  expect(
    allows(world({ access: { nodeMetrics: false } }), 'prometheus', 'redWorker', 'tcp/9100'),
  ).toBe(false);
  const context = testContext();
  const unwatched = { ...context, platform: { ...testPlatform, monitoring: undefined } };
  expect(Object.keys(renderIsolation(unwatched))).not.toContain('node-metrics');
});

// Proves: cloud-controller.no-infra-credentials
test('the two controllers may look for an unknown API of the infra cluster at any address', () => {
  const both = world({}, {}, 'unknown');
  const reachingBlue = redEnds.flatMap((from) =>
    portClasses
      .filter((port) => allows(both, from, 'blueCp', port))
      .map((port) => `${from} ${port}`),
  );
  expect(reachingBlue).toEqual(['redCcm tcp/6443', 'redCsi tcp/6443']);
  expect(renderIsolation(testContext()).controllers?.egress).toEqual([
    {
      ports: [
        { protocol: 'TCP', port: 443 },
        { protocol: 'TCP', port: 6443 },
      ],
    },
    {
      to: [{ ipBlock: { cidr: '203.0.113.2/32' } }],
      ports: [{ protocol: 'TCP', port: 6443 }],
    },
  ]);
});

// Proves: cluster-networks.no-empty-rule
test('no rule is empty, and no list in a rule', () => {
  const ssh = { via: 'bastion', sources: ['10.0.0.0/8'] };
  for (const policy of policiesOf('red', { access: { ssh } })) {
    const { egress = [], ingress = [] } = policy.spec as Policy['spec'];
    const rules: object[] = [...ingress, ...egress];
    for (const rule of rules) {
      const lists = Object.values(rule) as unknown[][];
      expect(lists.length).toBeGreaterThan(0);
      for (const list of lists) expect(list.length).toBeGreaterThan(0);
    }
  }
});

test('makes one NetworkPolicy for each policy, with labels, in the namespace of the cluster', async () => {
  const recording = await recordProgram(() => isolate('walls', testContext()));
  const policies = ofType(recording, 'kubernetes:networking.k8s.io/v1:NetworkPolicy');
  expect(policies.map(({ name }) => name).toSorted()).toEqual([
    'walls-api',
    'walls-controllers',
    'walls-default-deny',
    'walls-dns',
    'walls-image-copy',
    'walls-image-import',
    'walls-load-balancers',
    'walls-machines',
    'walls-node-metrics',
    'walls-same-cluster',
  ]);
  expect(named(recording, 'walls-default-deny').inputs).toEqual({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: {
      name: 'default-deny',
      namespace: 'cluster-demo',
      labels: {
        'app.kubernetes.io/managed-by': 'strata',
        'app.kubernetes.io/part-of': 'demo',
        'cluster.x-k8s.io/cluster-name': 'demo',
        'strata.dev/environment': 'sandbox',
      },
      annotations: { 'pulumi.com/patchFieldManager': 'strata' },
    },
    spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
  });
});
