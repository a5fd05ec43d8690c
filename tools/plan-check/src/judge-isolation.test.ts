// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { judgeIsolation } from './judge-isolation.ts';

const root = mkdtempSync(join(tmpdir(), 'strata-isolation-'));

afterAll(() => rmSync(root, { recursive: true }));

function write(file: string, content: object): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), stringify(content));
}

const machine = { rootDisk: { image: 'ubuntu', sizeGiB: 20 }, instancetype: 'standard-2' };

function cluster(number: number, name: string, change: object = {}, pool: object = {}): void {
  const values = {
    kubernetes: {
      version: '1.35.4',
      podCidr: `10.10${number}.0.0/16`,
      serviceCidr: `10.20${number}.0.0/16`,
    },
    controlPlane: { ...machine, endpoint: { address: `203.0.113.${number}` } },
    pools: [{ ...machine, name: 'md-a', replicas: 1, ...pool }],
    ...change,
  };
  const config = Object.entries(values).map(([key, value]) => [`user-cluster:${key}`, value]);
  const entries = Object.fromEntries(config) as Readonly<Record<string, unknown>>;
  write(`stacks/user-cluster/Pulumi.prod.${name}.yaml`, { config: entries });
}

beforeEach(() => {
  rmSync(join(root, 'stacks'), { recursive: true, force: true });
  cluster(1, 'red');
  cluster(2, 'blue');
});

const platform = {
  release: 'v1.8',
  versions: {},
  namespaces: { cdi: 'cdi', kubevirt: 'kubevirt' },
  storage: { className: 'fast', accessModes: ['ReadWriteMany'], volumeMode: 'Block' },
  instancetypes: [],
  preferences: [],
  loadBalancerPools: [{ name: 'shared', addresses: ['203.0.113.0/28'] }],
  goldenImages: [],
  imageClonerRole: 'image-cloner',
  networks: [{ name: 'office', type: 'bridge', attachTo: 'networks/office' }],
  featureGates: [],
  storageClasses: [],
  clusterNetwork: { podCidrs: ['10.244.0.0/16'], serviceCidrs: ['10.96.0.0/16'], dnsServers: [] },
};

const judge = (json = false) =>
  judgeIsolation(root, {
    environment: 'prod',
    platform: { name: 'platform.json', content: platform },
    json,
  });

test('finds no path between clusters as they are rendered', () => {
  expect(judge()).toEqual({
    lines: [
      '| from | to | pods | api | load balancers | vlan |',
      '| blue | red | - | - | - | - |',
      '| red | blue | - | - | - | - |',
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
    unintended: [
      { from: 'blue', to: 'red', plane: 'vlan', by: 'office' },
      { from: 'red', to: 'blue', plane: 'vlan', by: 'office' },
    ],
  });
});

test('refuses a file that the program would refuse', () => {
  cluster(1, 'red', { kubernetes: {} });
  expect(() => judge()).toThrow(
    'stacks/user-cluster/Pulumi.prod.red.yaml is wrong; its preview says what',
  );
});
