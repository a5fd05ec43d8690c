// SPDX-License-Identifier: Apache-2.0
import { checkAddressPlans } from './check-address-plans.ts';
import type { EnvironmentFiles } from './environment-files.ts';
import { examplePlan as plan } from './example-plan.ts';
import { formatPlanProblem } from './plan-problem.ts';

const machine = { instancetype: 'standard-2', rootDisk: { image: 'ubuntu' } };

/** Returns a cluster that shares nothing with clusters of other numbers. */
function cluster(number: number, change: Record<string, unknown> = {}, environment = 'prod') {
  const name = `c${number}`;
  return {
    name,
    file: `stacks/user-cluster/Pulumi.${environment}.${name}.yaml`,
    config: {
      kubernetes: {
        version: '1.35.4',
        podCidr: `10.${128 + number}.0.0/16`,
        serviceCidr: `10.112.${16 * number}.0/20`,
      },
      controlPlane: { ...machine, endpoint: { address: `192.0.2.${10 + number}` } },
      pools: [{ name: 'md-a', replicas: 1, ...machine }],
      network: { vlans: [{ name: 'own', bridge: 'br1', vlan: 200 + number }] },
      cni: { tunnelPort: 8473 + number },
      access: {},
      ...change,
    },
  };
}

const platform = {
  file: 'stacks/kubevirt-stack/Pulumi.prod.yaml',
  config: {
    metallb: {
      pools: [
        { name: 'shared', addresses: ['192.0.2.0/25'], autoAssign: false },
        { name: 'open', addresses: ['192.0.2.220-192.0.2.230'] },
        { name: 'bound', addresses: ['192.0.2.200-192.0.2.210'], boundTo: 'c1' },
      ],
    },
    networks: [
      { name: 'office', type: 'vlan', bridge: 'br1', vlan: 100 },
      { name: 'bare', type: 'bridge', bridge: 'br1' },
    ],
    monitoring: { password: { secure: 'v1:abc' } },
  },
};

const prod = (
  clusters: EnvironmentFiles['clusters'],
  more: Partial<EnvironmentFiles> = {},
): EnvironmentFiles => ({ name: 'prod', plan, platform, clusters, ...more });

const linesOf = (...environments: EnvironmentFiles[]) =>
  checkAddressPlans(environments).map(formatPlanProblem);

const file = (number: number) => `stacks/user-cluster/Pulumi.prod.c${number}.yaml`;
const planFile = 'stacks/address-plan/prod.yaml';
const at = (key: string) => `config.user-cluster:${key}`;
const platformAt = (key: string) =>
  `stacks/kubevirt-stack/Pulumi.prod.yaml: config.kubevirt-stack:${key}`;

/** Returns the problems of c2 beside c1. */
const against = (change: Record<string, unknown>) =>
  linesOf(prod([cluster(1), cluster(2, change)]));

const kubernetes = (podCidr: string, serviceCidr = '10.112.32.0/20') => ({
  kubernetes: { version: '1.35.4', podCidr, serviceCidr },
});

test('reports no problem for clusters that share nothing', () => {
  expect(linesOf(prod([1, 2, 3, 4].map((number) => cluster(number))))).toEqual([]);
});

test('reports overlapping pods of two clusters with both files and both paths', () => {
  expect(against(kubernetes('10.129.128.0/17'))).toEqual([
    `${file(1)}: ${at('kubernetes.podCidr')}: 10.129.0.0/16 overlaps 10.129.128.0/17, the pods of the cluster "c2" of "prod"; take a range that is not in use (the other: ${file(2)}: ${at('kubernetes.podCidr')})`,
  ]);
});

test('reports pods of one cluster that overlap Services of another', () => {
  expect(against(kubernetes('10.130.0.0/16', '10.129.16.0/20'))).toEqual([
    `${file(1)}: ${at('kubernetes.podCidr')}: 10.129.0.0/16 overlaps 10.129.16.0/20, the Services of the cluster "c2" of "prod"; take a range that is not in use (the other: ${file(2)}: ${at('kubernetes.serviceCidr')})`,
    `${file(2)}: ${at('kubernetes.serviceCidr')}: 10.129.16.0/20 is not in the address plan; take a range of 10.112.0.0/12 (the other: ${planFile}: services.ranges)`,
  ]);
});

test.each([
  [
    "KubeOne's default pods",
    '10.244.0.0/16',
    {},
    'overlaps 10.244.0.0/16, the pods of an infra cluster that KubeOne makes by default; if this cluster has others, name them in infra.pods of the address plan; take a range that is not in use (the other: stacks/address-plan/prod.yaml: infra)',
  ],
  [
    'pods that the plan states',
    '10.20.0.0/16',
    { infra: { pods: ['10.20.0.0/14'] } },
    'overlaps 10.20.0.0/14, the pods of the infra cluster of "prod"; take a range that is not in use (the other: stacks/address-plan/prod.yaml: infra.pods[0])',
  ],
  [
    'the hosts',
    '10.30.0.0/16',
    { nodes: { ranges: ['10.30.7.0/24'] } },
    'overlaps 10.30.7.0/24, the hosts of "prod"; take a range that is not in use (the other: stacks/address-plan/prod.yaml: nodes.ranges[0])',
  ],
  [
    'what machines believe',
    '10.0.0.0/16',
    {},
    'overlaps 10.0.2.0/24, what a machine behind its pod believes to be its network; take a range that is not in use (the other: stacks/address-plan/prod.yaml: infra)',
  ],
  [
    'a load balancer pool',
    '192.0.0.0/16',
    {},
    `overlaps 192.0.2.0/25, the load balancer pool "shared" of "prod"; take a range that is not in use (the other: ${platformAt('metallb.pools[0].addresses[0]')})`,
  ],
])('rejects a cluster with the addresses of %s', (_, podCidr, more, expected) => {
  const pods = { ranges: [podCidr], prefix: 16 };
  const files = prod([cluster(1, kubernetes(podCidr))], { plan: { ...plan, pods, ...more } });
  expect(linesOf(files)).toContain(
    `${file(1)}: ${at('kubernetes.podCidr')}: ${podCidr} ${expected}`,
  );
});

test('refuses an address that ends in .0 or .255 of a pool that leaves these out', () => {
  const pool = { name: 'old', addresses: ['192.0.2.0/24'], autoAssign: false };
  const endpoint = { ...machine, endpoint: { address: '192.0.2.255' } };
  const lines = (avoidBuggyIPs: boolean) =>
    linesOf(
      prod([cluster(1, { controlPlane: endpoint })], {
        plan: { ...plan, endpoints: { ranges: ['192.0.2.0/24'] } },
        platform: { ...platform, config: { metallb: { pools: [{ ...pool, avoidBuggyIPs }] } } },
      }),
    );
  expect(lines(true)).toEqual([
    `${file(1)}: ${at('controlPlane.endpoint.address')}: 192.0.2.255 is in the pool "old", which leaves out addresses that end in .0 or .255 (avoidBuggyIPs); take another one (the other: ${platformAt('metallb.pools')})`,
  ]);
  expect(lines(false)).toEqual([]);
});

test("allows KubeOne's default addresses if the plan states others for the infra cluster", () => {
  const pods = { ranges: ['10.244.0.0/16'], prefix: 16 };
  const infra = { pods: ['172.16.0.0/16'], services: ['172.17.0.0/16'] };
  const files = prod([cluster(1, kubernetes('10.244.0.0/16'))], { plan: { ...plan, pods, infra } });
  expect(linesOf(files)).toEqual([]);
});

test('reads the addresses inside a KubeOne cluster from the file of the infra stack', () => {
  const apiEndpoint = { host: '192.0.2.254' };
  const network = { podSubnet: '10.129.0.0/17' };
  const infra = {
    file: 'stacks/infra/Pulumi.prod.yaml',
    config: { kubeone: { version: '1.35.4', apiEndpoint, network } },
  };
  expect(linesOf(prod([cluster(1)], { infra }))).toEqual([
    `${file(1)}: ${at('kubernetes.podCidr')}: 10.129.0.0/16 overlaps 10.129.0.0/17, the pods of the infra cluster of "prod"; take a range that is not in use (the other: stacks/infra/Pulumi.prod.yaml: config.infra:kubeone.network.podSubnet)`,
  ]);
});

test.each([
  [
    'an endpoint twice',
    { controlPlane: { ...machine, endpoint: { address: '192.0.2.11' } } },
    `${at('controlPlane.endpoint.address')}: 192.0.2.11 is already used by the API of the cluster "c1" of "prod"; take another (the other: ${file(1)}: ${at('controlPlane.endpoint.address')})`,
  ],
  [
    'SSH at the endpoint of another',
    { access: { ssh: { via: 'load-balancer', address: '192.0.2.11' } } },
    `${at('access.ssh.address')}: 192.0.2.11 is already used by the API of the cluster "c1" of "prod"; take another (the other: ${file(1)}: ${at('controlPlane.endpoint.address')})`,
  ],
  [
    'an endpoint outside of the plan',
    { controlPlane: { ...machine, endpoint: { address: '192.0.2.5' } } },
    `${at('controlPlane.endpoint.address')}: 192.0.2.5 is not in the address plan; take one of 192.0.2.10-192.0.2.99 (the other: ${planFile}: endpoints.ranges)`,
  ],
  [
    'an endpoint in no pool',
    { controlPlane: { ...machine, endpoint: { address: '192.0.2.150' } } },
    `${at('controlPlane.endpoint.address')}: 192.0.2.150 is in no load balancer pool of the platform; take one of a pool (the other: ${platformAt('metallb.pools')})`,
  ],
  [
    'an endpoint in a pool of everybody',
    { controlPlane: { ...machine, endpoint: { address: '192.0.2.221' } } },
    `${at('controlPlane.endpoint.address')}: 192.0.2.221 is in the pool "open", of which any Service gets addresses; take one of a pool with autoAssign: false (the other: ${platformAt('metallb.pools')})`,
  ],
  [
    "an endpoint in another cluster's pool",
    { controlPlane: { ...machine, endpoint: { address: '192.0.2.201' } } },
    `${at('controlPlane.endpoint.address')}: 192.0.2.201 is in the pool "bound", which only the cluster "c1" may use (the other: ${platformAt('metallb.pools')})`,
  ],
  [
    'a VLAN twice',
    { network: { vlans: [{ name: 'own', bridge: 'br1', vlan: 201 }] } },
    `${at('network.vlans[0].vlan')}: VLAN 201 of "br1" is already used by the cluster "c1" of "prod"; take another (the other: ${file(1)}: ${at('network.vlans[0].vlan')})`,
  ],
  [
    'a VLAN outside of the plan',
    { network: { vlans: [{ name: 'own', bridge: 'br1', vlan: 300 }] } },
    `${at('network.vlans[0].vlan')}: VLAN 300 of "br1" is not in the address plan; take one from 200 to 299 (the other: ${planFile}: vlans)`,
  ],
  [
    'a tunnel port outside of the plan',
    { cni: { tunnelPort: 8472 } },
    `${at('cni.tunnelPort')}: 8472 is not in the address plan; take a port from 8473 to 8999 (the other: ${planFile}: tunnelPorts)`,
  ],
  [
    'larger packets than the network below',
    { network: { mtu: 9000 } },
    `${at('network.mtu')}: packets of 9000 bytes do not go through the infra cluster's pod network; at most 1500 (the other: ${planFile}: mtu)`,
  ],
  [
    'packets without room for the tunnel',
    { cni: { tunnelPort: 8480, mtu: 1480 } },
    `${at('cni.mtu')}: packets of 1480 bytes do not go through the tunnel between machines, which puts 50 on top; at most 1450 (the other: ${planFile}: mtu)`,
  ],
])('rejects %s', (_, change, expected) => {
  expect(against(change)).toEqual([`${file(2)}: ${expected}`]);
});

test("rejects a platform's VLAN for a cluster, and within the plan's VLANs", () => {
  const office = { network: { vlans: [{ name: 'own', bridge: 'br1', vlan: 100 }] } };
  expect(linesOf(prod([cluster(1, office)]))[0]).toBe(
    `${file(1)}: ${at('network.vlans[0].vlan')}: VLAN 100 of "br1" is already used by the network "office" of the platform of "prod"; take another (the other: ${platformAt('networks[0].vlan')})`,
  );
  const networks = [{ name: 'office', type: 'vlan', bridge: 'br1', vlan: 210 }];
  const config = { ...platform.config, networks };
  expect(linesOf(prod([], { platform: { ...platform, config } }))).toEqual([
    `${platformAt('networks[0].vlan')}: VLAN 210 of "br1", the network "office", is one that the address plan gives to clusters; take one outside of 200 to 299 (the other: ${planFile}: vlans)`,
  ]);
});

test('requires different tunnel ports for two clusters in one network of the platform', () => {
  const inOffice = (tunnelPort: number) => ({
    pools: [{ name: 'md-a', replicas: 1, ...machine, interfaces: [{ network: 'office' }] }],
    cni: { tunnelPort },
  });
  expect(linesOf(prod([cluster(1, inOffice(8500)), cluster(2, inOffice(8501))]))).toEqual([]);
  expect(linesOf(prod([cluster(1, inOffice(8500)), cluster(2, inOffice(8500))]))).toEqual([
    `${file(2)}: ${at('cni.tunnelPort')}: tunnel port 8500 in the network "office" is already used by the cluster "c1" of "prod"; take another (the other: ${file(1)}: ${at('cni.tunnelPort')})`,
  ]);
});

test('rejects node ports and peer addresses that two clusters share', () => {
  const taken = {
    access: { ssh: { via: 'node-port', nodePort: 30_022 } },
    controlPlane: {
      ...machine,
      replicas: 3,
      endpoint: { address: '192.0.2.50' },
      peers: { network: 'office', addresses: ['10.9.0.1/24'] },
    },
  };
  const other = {
    ...taken,
    controlPlane: { ...taken.controlPlane, endpoint: { address: '192.0.2.51' } },
  };
  expect(linesOf(prod([cluster(1, taken), cluster(2, other)]))).toEqual([
    `${file(2)}: ${at('access.ssh.nodePort')}: port 30022 of the hosts is already used by the cluster "c1" of "prod"; take another (the other: ${file(1)}: ${at('access.ssh.nodePort')})`,
    `${file(2)}: ${at('controlPlane.peers.addresses[0]')}: 10.9.0.1 in the network "office" is already used by the control plane of the cluster "c1" of "prod"; take another (the other: ${file(1)}: ${at('controlPlane.peers.addresses[0]')})`,
  ]);
});

test('compares environments of one site, but not those of different sites', () => {
  const stage = (site: string): EnvironmentFiles => ({
    name: 'stage',
    plan: { ...plan, site },
    platform: { ...platform, file: 'stacks/kubevirt-stack/Pulumi.stage.yaml' },
    clusters: [cluster(1, {}, 'stage')],
  });
  expect(linesOf(prod([cluster(1)]), stage('elsewhere'))).toEqual([]);
  const places = checkAddressPlans([prod([cluster(1)]), stage('default')]).map(
    ({ file: where, path }) => `${where} ${path}`,
  );
  expect(places.sort()).toEqual([
    'stacks/address-plan/prod.yaml endpoints.ranges[0]',
    'stacks/address-plan/prod.yaml pods.ranges[0]',
    'stacks/address-plan/prod.yaml services.ranges[0]',
    'stacks/kubevirt-stack/Pulumi.prod.yaml config.kubevirt-stack:metallb.pools[0].addresses[0]',
    'stacks/kubevirt-stack/Pulumi.prod.yaml config.kubevirt-stack:metallb.pools[1].addresses[0]',
    'stacks/kubevirt-stack/Pulumi.prod.yaml config.kubevirt-stack:metallb.pools[2].addresses[0]',
    `${file(1)} ${at('kubernetes.podCidr')}`,
    `${file(1)} ${at('kubernetes.serviceCidr')}`,
    `stacks/user-cluster/Pulumi.stage.c1.yaml ${at('controlPlane.endpoint.address')}`,
    `stacks/user-cluster/Pulumi.stage.c1.yaml ${at('network.vlans[0].vlan')}`,
  ]);
});

test('reports what cannot be read in the file of the infra stack, whose hosts and bridges nothing knows then', () => {
  const infra = { file: 'stacks/infra/Pulumi.prod.yaml', config: { bridges: 'br1', hosts: 7 } };
  expect(linesOf(prod([cluster(1)], { infra }))).toEqual([
    'stacks/infra/Pulumi.prod.yaml: config.infra:hosts: expected a list of hosts, got 7',
    'stacks/infra/Pulumi.prod.yaml: config.infra:bridges: expected a list of bridges, got "br1"',
  ]);
});

test('reports what cannot be read, and checks the rest', () => {
  const broken = cluster(2, { kubernetes: { version: '1.35.4', podCidr: 7 }, cni: { mtu: 5 } });
  expect(linesOf(prod([cluster(1), broken], { plan: undefined }))).toEqual([
    'stacks/address-plan/prod.yaml: missing; the clusters of "prod" choose from it: docs/address-plan.md says how',
    `${file(2)}: ${at('kubernetes.podCidr')}: expected a range of addresses like "10.100.0.0/16", got 7`,
    `${file(2)}: ${at('kubernetes.serviceCidr')}: missing; expected a range of addresses like "10.101.0.0/16"`,
    `${file(2)}: ${at('cni.mtu')}: expected a whole number from 1280 to 8950, got 5`,
  ]);
});
