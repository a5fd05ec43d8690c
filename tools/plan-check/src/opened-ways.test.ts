// SPDX-License-Identifier: Apache-2.0
import {
  cluster,
  judge,
  open,
  peerOf,
  platform,
  removeFiles,
  resetFiles,
  write,
} from './test-isolation.ts';

beforeEach(resetFiles);

afterAll(removeFiles);

const toRanges = (...cidrs: string[]) =>
  open({ egress: [{ to: cidrs.map((cidr) => ({ ipBlock: { cidr } })) }] });

/** Returns the row of red in the table of the platform, and the rows of ways from red to blue. */
function waysOfRed(change: object = {}) {
  const { edges, platform: ways } = JSON.parse(judge(true, change).lines.join('')) as {
    readonly edges: readonly { from: string; plane: string; by: string }[];
    readonly platform: readonly { from: string; to: string; by: string }[];
  };
  return {
    blue: edges.filter(({ from }) => from === 'red').map(({ by, plane }) => `${plane}: ${by}`),
    platform: ways.filter(({ from }) => from === 'red').map(({ by, to }) => `${to}: ${by}`),
  };
}

const openPortsOfBlue = [
  'api: TCP 6443',
  'load balancers: TCP 30000',
  'load balancers: TCP 32767',
  'load balancers: UDP 30000',
];

const programs = [
  'kubevirt: TCP 8443 of virt-api',
  'kubevirt: TCP 8443 of virt-controller',
  'kubevirt: TCP 8443 of virt-handler',
  'kubevirt: TCP 8186 of virt-handler',
];

const ofCdi = ['cdi-apiserver', 'cdi-deployment', 'cdi-uploadproxy'].map(
  (program) => `cdi: TCP 8443 of ${program}`,
);

const ofMonitoring = [
  'monitoring: TCP 9090 of prometheus',
  'monitoring: TCP 9093 of alertmanager',
  'monitoring: TCP 3000 of grafana',
  'monitoring: TCP 8080 of kube-state-metrics',
];

const dnsPods = 'infra-dns: UDP 53 of its pods';

test.each([
  ['clusters, by their level of Pod Security', 'enforce', 'baseline', openPortsOfBlue, []],
  ['KubeVirt, by its level of Pod Security', 'enforce', 'privileged', [], programs],
  ['programs, by their level', 'warn', 'restricted', [], [...ofCdi, ...ofMonitoring]],
])('finds what a policy opens by labels of namespaces: %s', (_, mode, level, blue, ways) => {
  const labels = { [`pod-security.kubernetes.io/${mode}`]: level };
  cluster(1, 'red', open({ egress: [{ to: [{ namespaceSelector: { matchLabels: labels } }] }] }));
  expect(waysOfRed()).toEqual({ blue, platform: ways });
  expect(judge().failed).toBe(true);
});

test('takes programs and machines for such with a label that upstream projects could give them', () => {
  const podSelector = { matchLabels: { 'prometheus.kubevirt.io': 'true' } };
  const spec = { egress: [{ to: [{ namespaceSelector: {}, podSelector }] }] };
  cluster(1, 'red', open(spec));
  expect(waysOfRed()).toEqual({
    blue: openPortsOfBlue,
    platform: [...programs, ...ofCdi, ...ofMonitoring, dnsPods],
  });
});

test('tells programs apart by the labels that say which they are', () => {
  const podSelector = {
    matchExpressions: [{ key: 'k8s-app', operator: 'In', values: ['kube-dns'] }],
  };
  cluster(1, 'red', open({ egress: [{ to: [{ namespaceSelector: {}, podSelector }] }] }));
  expect(waysOfRed()).toEqual({ blue: [], platform: [dnsPods] });
  expect(judge().failed).toBe(false);
});

test('finds what a policy opens for the machines of one pool, and not what it opens for importers', () => {
  const egress = [{ to: [peerOf('blue')] }];
  cluster(1, 'red', open({ podSelector: { matchLabels: { 'strata.dev/pool': 'md-a' } }, egress }));
  expect(waysOfRed().blue).toEqual(openPortsOfBlue);
  cluster(
    1,
    'red',
    open({ podSelector: { matchLabels: { 'cdi.kubevirt.io': 'importer' } }, egress }),
  );
  expect(waysOfRed().blue).toEqual([]);
});

test('says which labels of namespaces cannot be judged', () => {
  const namespaceSelector = {
    matchLabels: { team: 'web' },
    matchExpressions: [
      { key: 'stage', operator: 'Exists' },
      { key: 'old', operator: 'DoesNotExist' },
    ],
  };
  cluster(1, 'red', open({ egress: [{ to: [{ namespaceSelector }] }] }));
  const message = (key: string) =>
    `"red" reaches "other-namespaces" of the platform: namespaces with the label "${key}", which cannot be judged; close it in its file, or say in stacks/isolation/prod.yaml that it is meant`;
  const { failed, lines } = judge();
  expect(failed).toBe(true);
  expect(lines.slice(6, -1)).toEqual([message('team'), message('stage')]);
  const intended = { from: 'red', to: 'other-namespaces', plane: 'platform', reason: 'the shop' };
  write('stacks/isolation/prod.yaml', { intended: [intended] });
  expect(judge().failed).toBe(false);
});

test('takes the name of a port for that of every port of a program', () => {
  const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } };
  cluster(1, 'red', open({ egress: [{ to: [{ namespaceSelector }], ports: [{ port: 'web' }] }] }));
  expect(waysOfRed()).toEqual({ blue: [], platform: ofMonitoring });
});

const wholePlatform = [...programs, ...ofCdi, ...ofMonitoring];

test.each([
  ['all pods', '10.244.0.0/16', '10.244.0.0/16'],
  ['the pods of half of the hosts', '10.244.0.0/16', '10.244.128.0/17'],
  ['one pod', '10.244.0.0/16', '10.244.7.9/32'],
  ['more than all pods', '10.244.0.0/16', '10.0.0.0/8'],
  ['pods of a range that begins in the middle', '10.64.128.0/18', '10.64.128.0/18'],
])('finds what a policy opens by a range of addresses: %s', (_, pods, range) => {
  const clusterNetwork = { ...platform.clusterNetwork, podCidrs: [pods], serviceCidrs: [] };
  cluster(1, 'red', toRanges(range));
  expect(waysOfRed({ clusterNetwork })).toEqual({
    blue: openPortsOfBlue,
    platform: [...wholePlatform, dnsPods],
  });
});

test('finds what a policy opens by a range of IPv6', () => {
  const podCidrs = ['10.244.0.0/16', 'fd00:10:244::/56'];
  const clusterNetwork = { podCidrs, serviceCidrs: ['fd00:96::/112'], dnsServers: [] };
  cluster(1, 'red', toRanges('fd00:10:244:0:8000::/65', 'fd00:96::8000/113'));
  expect(waysOfRed({ clusterNetwork })).toEqual({
    blue: openPortsOfBlue,
    platform: [
      ...wholePlatform,
      'infra-services: TCP 80 of fd00:96::8000',
      'infra-services: TCP 443 of fd00:96::8000',
      dnsPods,
    ],
  });
});

test('finds a part of the Services, and none where all of it is left out again', () => {
  cluster(1, 'red', toRanges('10.96.128.0/17'));
  expect(waysOfRed().platform).toEqual([
    'infra-services: TCP 80 of 10.96.128.0',
    'infra-services: TCP 443 of 10.96.128.0',
  ]);
  const ipBlock = { cidr: '10.96.0.0/16', except: ['10.96.0.0/17', '10.96.128.0/17'] };
  cluster(1, 'red', open({ egress: [{ to: [{ ipBlock }] }] }));
  expect(waysOfRed()).toEqual({ blue: [], platform: [] });
});

test('finds machines whose addresses the other cluster lets in', () => {
  cluster(1, 'red', open({ egress: [{ to: [peerOf('blue')], ports: [{ port: 5432 }] }] }));
  const from = [{ ipBlock: { cidr: '10.244.64.0/18', except: ['10.244.64.0/24'] } }];
  cluster(2, 'blue', open({ ingress: [{ from, ports: [{ port: 5432 }] }] }));
  expect(waysOfRed().blue).toEqual(['pods: TCP 5432']);
});

test('takes no address of a pool or a host for that of a pod', () => {
  const change = {
    clusterNetwork: { ...platform.clusterNetwork, podCidrs: ['203.0.0.0/16'] },
  };
  expect(waysOfRed(change)).toEqual({ blue: [], platform: [] });
  cluster(1, 'red', toRanges('203.0.113.8/29'));
  expect(waysOfRed(change)).toEqual({ blue: [], platform: [] });
  cluster(1, 'red', toRanges('203.0.113.0/27'));
  expect(waysOfRed(change).blue).toEqual([...openPortsOfBlue, 'api: TCP 6443 of 203.0.113.2']);
});

test('finds ways between pods where pools have the whole range of pods', () => {
  cluster(1, 'red', open({ egress: [{ to: [peerOf('blue')], ports: [{ port: 5432 }] }] }));
  cluster(2, 'blue', open({ ingress: [{ ports: [{ port: 5432 }] }] }));
  const pool = { name: 'all', addresses: ['10.244.0.0/16'] };
  expect(waysOfRed({ loadBalancerPools: [pool] }).blue).toEqual(['pods: TCP 5432']);
});

test('finds a part of the addresses that a pool keeps for another cluster', () => {
  const pool = { name: 'blue', addresses: ['198.18.0.0/24'], boundTo: 'blue' };
  const to = [{ ipBlock: { cidr: '198.18.0.128/25' } }];
  cluster(1, 'red', open({ egress: [{ to, ports: [{ port: 443 }] }] }));
  expect(waysOfRed({ loadBalancerPools: [pool] }).blue).toEqual([
    'load balancers: TCP 443 of 198.18.0.128',
  ]);
});
