// SPDX-License-Identifier: Apache-2.0
import { createTree } from '@nx/devkit/testing';
import { parse, stringify } from 'yaml';
import { generateUserCluster } from '../index.ts';

const plan = `
pods: { ranges: [10.128.0.0/15], prefix: 16 }
services: { ranges: [10.112.0.0/16], prefix: 20 }
endpoints: { ranges: [10.0.0.10-10.0.0.12] }
vlans: { bridge: br1, first: 200, last: 201 }
tunnelPorts: { first: 8473, last: 8480 }
mtu: 1500
`;

const platform = `
config:
  kubevirt-stack:userClusterDefaults:
    network: { dns: { servers: [10.0.0.53] } }
  kubevirt-stack:images:
    - name: ubuntu-24-04
`;

function environment(files: Readonly<Record<string, string>> = {}) {
  const tree = createTree();
  tree.write('stacks/address-plan/lab.yaml', plan);
  tree.write('stacks/kubevirt-stack/Pulumi.lab.yaml', platform);
  for (const [path, text] of Object.entries(files)) tree.write(path, text);
  return tree;
}

const fileOf = (name: string) => `stacks/user-cluster/Pulumi.lab.${name}.yaml`;

// Proves: cluster-networks.vlan, clusters.one-file
test('a cluster gets the first of everything, and the next cluster the next', () => {
  const tree = environment();
  generateUserCluster(tree, { environment: 'lab', name: 'one', vlan: true });
  generateUserCluster(tree, { environment: 'lab', name: 'two', vlan: true, workers: 5 });
  const { config } = parse(tree.read(fileOf('two'), 'utf8') ?? '') as { config: object };
  const machine = {
    instancetype: 'standard-2',
    rootDisk: { image: 'ubuntu-24-04', sizeGiB: 30 },
  };
  expect(config).toEqual({
    'user-cluster:kubernetes': {
      version: '1.35.4',
      podCidr: '10.129.0.0/16',
      serviceCidr: '10.112.16.0/20',
    },
    'user-cluster:controlPlane': {
      ...machine,
      replicas: 1,
      endpoint: { address: '10.0.0.11' },
    },
    'user-cluster:pools': [
      { ...machine, name: 'md-a', replicas: 5, interfaces: [{ network: 'own' }] },
    ],
    'user-cluster:network': { mtu: 1500, vlans: [{ name: 'own', bridge: 'br1', vlan: 201 }] },
    'user-cluster:cni': { type: 'cilium', tunnelPort: 8474 },
    'user-cluster:deletion': { protect: true },
  });
});

test('a cluster gets no address that MetalLB gives to nobody', () => {
  const pool = '{ name: old, addresses: [10.0.0.0/24], autoAssign: false, avoidBuggyIPs: true }';
  const tree = environment({
    'stacks/address-plan/lab.yaml': plan.replace('10.0.0.10-10.0.0.12', '10.0.0.0-10.0.0.12'),
    'stacks/kubevirt-stack/Pulumi.lab.yaml': `${platform}  kubevirt-stack:metallb: { pools: [${pool}] }\n`,
  });
  generateUserCluster(tree, { environment: 'lab', name: 'one' });
  expect(parse(tree.read(fileOf('one'), 'utf8') ?? '')).toMatchObject({
    config: { 'user-cluster:controlPlane': { endpoint: { address: '10.0.0.1' } } },
  });
});

test('a cluster gets nothing that the plan says the hosts or the infra cluster have', () => {
  const stated = `${plan}nodes: { ranges: [10.128.3.0/24] }\ninfra: { services: [10.112.0.0/20] }\n`;
  const tree = environment({ 'stacks/address-plan/lab.yaml': stated });
  generateUserCluster(tree, { environment: 'lab', name: 'one' });
  expect(parse(tree.read(fileOf('one'), 'utf8') ?? '')).toMatchObject({
    config: {
      'user-cluster:kubernetes': { podCidr: '10.129.0.0/16', serviceCidr: '10.112.16.0/20' },
    },
  });
});

test('a cluster gets no block with the address of a host', () => {
  const tree = environment({
    'stacks/infra/Pulumi.lab.yaml': stringify({
      config: {
        'infra:hosts': [
          {
            name: 'm-0',
            role: 'control-plane',
            publicAddress: '10.128.3.4',
            hostKeys: [
              'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIP63sC7of2v0M5laDuywKwCBf6ALK+4Oc39unQFGc9oL',
            ],
          },
        ],
      },
    }),
  });
  generateUserCluster(tree, { environment: 'lab', name: 'one' });
  expect(parse(tree.read(fileOf('one'), 'utf8') ?? '')).toMatchObject({
    config: { 'user-cluster:kubernetes': { podCidr: '10.129.0.0/16' } },
  });
});

test('a cluster gets neither the address of a DNS server nor a block with one', () => {
  const servers = '[10.0.0.10, 10.128.0.53]';
  const tree = environment({
    'stacks/kubevirt-stack/Pulumi.lab.yaml': platform.replace('[10.0.0.53]', servers),
  });
  generateUserCluster(tree, { environment: 'lab', name: 'one' });
  expect(parse(tree.read(fileOf('one'), 'utf8') ?? '')).toMatchObject({
    config: {
      'user-cluster:kubernetes': { podCidr: '10.129.0.0/16' },
      'user-cluster:controlPlane': { endpoint: { address: '10.0.0.11' } },
    },
  });
});

// Proves: cluster-networks.dns
test('DNS servers are those of the platform, or those that are asked for', () => {
  const networkOf = (options: object, name: string) => {
    const tree = environment();
    generateUserCluster(tree, { environment: 'lab', name, ...options });
    const { config } = parse(tree.read(fileOf(name), 'utf8') ?? '') as {
      config: Record<string, unknown>;
    };
    return config['user-cluster:network'];
  };
  expect(networkOf({}, 'one')).toEqual({ mtu: 1500 });
  expect(networkOf({ dns: '10.1.0.53, 10.1.0.54' }, 'one')).toEqual({
    mtu: 1500,
    dns: { servers: ['10.1.0.53', '10.1.0.54'] },
  });
});

test('a cluster is encrypted by the key of its environment, where a passphrase makes it', () => {
  const sealed = environment({
    'stacks/kubevirt-stack/Pulumi.lab.yaml': `${platform}encryptionsalt: v1:abc\n`,
  });
  generateUserCluster(sealed, { environment: 'lab', name: 'one' });
  expect(parse(sealed.read(fileOf('one'), 'utf8') ?? '')).toHaveProperty(
    'encryptionsalt',
    'v1:abc',
  );
  const open = environment();
  generateUserCluster(open, { environment: 'lab', name: 'one' });
  expect(parse(open.read(fileOf('one'), 'utf8') ?? '')).not.toHaveProperty('encryptionsalt');
});

test('a cluster is encrypted by the key of its environment, where a key service keeps it', () => {
  const key = { secretsprovider: 'awskms://alias/lab?region=eu', encryptedkey: 'AQICAHg=' };
  const sealed = environment({
    'stacks/kubevirt-stack/Pulumi.lab.yaml': `${platform}${stringify(key)}`,
  });
  generateUserCluster(sealed, { environment: 'lab', name: 'one' });
  expect(parse(sealed.read(fileOf('one'), 'utf8') ?? '')).toMatchObject(key);
});

test('the file of a neighbour may have only comments; one that is no YAML is named', () => {
  const file = 'stacks/user-cluster/Pulumi.lab.other.yaml';
  const tree = environment({ [file]: '# later\n' });
  generateUserCluster(tree, { environment: 'lab', name: 'one' });
  expect(tree.exists(fileOf('one'))).toBe(true);
  expect(() =>
    generateUserCluster(environment({ [file]: 'config: [\n' }), {
      environment: 'lab',
      name: 'one',
    }),
  ).toThrow(/^stacks\/user-cluster\/Pulumi\.lab\.other\.yaml is no YAML: /);
});

// Proves: clusters.one-file
test('the file tells its reader what matters', () => {
  const tree = environment();
  generateUserCluster(tree, { environment: 'lab', name: 'one' });
  const text = tree.read(fileOf('one'), 'utf8') ?? '';
  expect(text.split('\n').slice(0, 2)).toEqual([
    '# yaml-language-server: $schema=../schemas/user-cluster.json',
    '# The user cluster "one" of the environment "lab".',
  ]);
  expect(text).toContain('      # Scaling is this one number.\n      replicas: 2\n');
  expect(text).not.toContain('&a');
});

// Proves: clusters.one-file
test.each<[string, string, Record<string, string>, object, string]>([
  [
    'a name in use',
    'one',
    { [fileOf('one')]: 'config: {}' },
    {},
    `The cluster exists already: ${fileOf('one')}.`,
  ],
  [
    'no plan',
    'one',
    { 'stacks/address-plan/lab.yaml': '' },
    {},
    'stacks/address-plan/lab.yaml is wrong:',
  ],
  [
    'an exhausted plan',
    'one',
    { [fileOf('all')]: 'config: { "user-cluster:kubernetes": { podCidr: 10.128.0.0/15 } }' },
    {},
    'The address plan of "lab" has no free block /16 of pods left: extend it, or delete a cluster.',
  ],
  [
    'a VLAN of a plan that has none',
    'one',
    { 'stacks/address-plan/lab.yaml': plan.replace(/vlans.*\n/, '') },
    { vlan: true },
    'The address plan of "lab" gives clusters no VLANs: add vlans with bridge, first and last to stacks/address-plan/lab.yaml (docs/address-plan.md), or leave out --vlan.',
  ],
  [
    'no DNS servers',
    'one',
    { 'stacks/kubevirt-stack/Pulumi.lab.yaml': platform.replace(/.*userCluster.*\n.*\n/, '') },
    {},
    'Nobody says which DNS servers machines ask: put network.dns.servers into kubevirt-stack:userClusterDefaults of stacks/kubevirt-stack/Pulumi.lab.yaml, for all clusters, or name them for this one with --dns 10.0.0.53.',
  ],
  [
    'DNS servers that are no addresses',
    'one',
    {},
    { dns: 'dns.example.org' },
    'network.dns.servers[0]: ',
  ],
  [
    'values that the program would refuse, all at once',
    'one',
    {},
    { kubernetes: 'latest', image: 'Ubuntu' },
    'kubernetes.version: ',
  ],
])('nothing is written with %s', (_, name, files, options, message) => {
  const tree = environment(files);
  const before = tree.listChanges().map(({ path }) => path);
  expect(() => generateUserCluster(tree, { environment: 'lab', name, ...options })).toThrow(
    message,
  );
  expect(tree.listChanges().map(({ path }) => path)).toEqual(before);
});

test('a name that is no name is refused by the rule of stacks', () => {
  expect(() => generateUserCluster(environment(), { environment: 'lab', name: 'A.B' })).toThrow(
    'it must be <environment>.<cluster>',
  );
});

test('a mirror at a port of its own is one that machines may reach', () => {
  const mirrored = platform.replace(
    'config:',
    'config:\n  kubevirt-stack:registryMirror: registry.example.org:5000/all',
  );
  const tree = environment({ 'stacks/kubevirt-stack/Pulumi.lab.yaml': mirrored });
  generateUserCluster(tree, { environment: 'lab', name: 'one' });
  expect(parse(tree.read(fileOf('one'), 'utf8') ?? '')).toMatchObject({
    config: { 'user-cluster:isolation': { registries: { ports: [80, 443, 5000] } } },
  });
});

const oneHost = `
kubernetes: 1.35.4
hosts: [{ name: h0, cpu: 8, memoryGiB: 32 }, { name: h1, cpu: 8, memoryGiB: 32 }]
storageClasses: []
network: { podCidrs: [], serviceCidrs: [], dnsServers: [], api: { addresses: [] } }
`;

// Proves: clusters.one-file
test.each<[string, Record<string, string>, object, string]>([
  [
    'no room on the hosts',
    { 'stacks/infra-facts/lab.yaml': oneHost },
    { workers: 2 },
    'hostLoss: without h0 no host has room for 1 of one/md-a; add hosts, or take fewer or smaller machines',
  ],
  [
    'versions that do not go together',
    {
      'stacks/kubevirt-stack/Pulumi.lab.yaml': `${platform}      os: ubuntu\n      version: '20.04'\n`,
    },
    {},
    'Kubernetes of the user cluster 1.35.4 and ubuntu 20.04 do not go together',
  ],
])('nothing is written with %s', (_, files, options, message) => {
  const tree = environment(files);
  expect(() => generateUserCluster(tree, { environment: 'lab', name: 'one', ...options })).toThrow(
    message,
  );
  expect(tree.exists(fileOf('one'))).toBe(false);
});

test('nothing is written with an image that the platform does not have', () => {
  const tree = environment();
  const options = { environment: 'lab', name: 'one', image: 'ubuntu-24-40' };
  expect(() => generateUserCluster(tree, options)).toThrow(
    'controlPlane.rootDisk.image: the control plane asks for the golden image "ubuntu-24-40", which the platform does not have; did you mean "ubuntu-24-04"?',
  );
});
