// SPDX-License-Identifier: Apache-2.0
import type { Tree } from '@nx/devkit';
import { defaultRelease } from '@strata/contracts';
import { createTree } from '@nx/devkit/testing';
import { parse } from 'yaml';
import { generateEnvironment, generateUserCluster } from '../index.ts';

const options = {
  name: 'lab',
  storageClass: 'block',
  endpoints: '10.0.8.10-10.0.8.49',
  loadBalancers: '10.0.8.50-10.0.8.199',
  dns: '10.0.0.53, 10.0.0.54',
};

const metal = {
  ...options,
  hosts: 'm-0=10.0.0.10, m-1=10.0.0.11,m-2=10.0.0.12,m-3=10.0.0.13',
  controlPlanes: 3,
  apiEndpoint: '10.0.0.9',
};

/**
 * Returns the paths of the files that were written, without the file that a tree of tests begins
 * with.
 */
const written = (tree: Tree) =>
  tree
    .listChanges()
    .map(({ path }) => path)
    .filter((path) => path !== '.prettierrc');

test('an environment is an infra cluster, a platform, an address plan, limits and settings of policies', () => {
  const tree = createTree();
  generateEnvironment(tree, options);
  expect(written(tree)).toEqual([
    'stacks/infra/Pulumi.lab.yaml',
    'stacks/kubevirt-stack/Pulumi.lab.yaml',
    'stacks/address-plan/lab.yaml',
    'stacks/blast-radius/lab.yaml',
    'stacks/capacity/lab.yaml',
    'stacks/policies/lab.json',
  ]);
  expect(tree.read('stacks/infra/Pulumi.lab.yaml', 'utf8')).toBe(
    `# yaml-language-server: $schema=../schemas/infra.json
# The infra cluster of "lab"; docs/bare-metal.md has every key.

config:
  infra:provisioner: existing
  infra:existing:
    kubeconfigEnv: KUBECONFIG_LAB
`,
  );
});

test('load balancers are judged by the pools of the platform', () => {
  const tree = createTree();
  generateEnvironment(tree, options);
  expect(tree.read('stacks/policies/lab.json', 'utf8')).toBe(`{
  "load-balancer-in-pool": {
    "pools": {
      "endpoints": { "addresses": ["10.0.8.10-10.0.8.49"] },
      "default": { "addresses": ["10.0.8.50-10.0.8.199"] }
    }
  }
}
`);
});

test('hosts become control planes, the first of them, and workers', () => {
  const tree = createTree();
  generateEnvironment(tree, metal);
  const text = tree.read('stacks/infra/Pulumi.lab.yaml', 'utf8') ?? '';
  const { config } = parse(text) as { config: Record<string, { name: string; role: string }[]> };
  expect(config['infra:hosts']?.map(({ name, role }) => `${name} ${role}`)).toEqual([
    'm-0 control-plane',
    'm-1 control-plane',
    'm-2 control-plane',
    'm-3 worker',
  ]);
  expect(text).toContain('      # Of no host: put in what ssh-keyscan prints');
});

test('where all hosts are control planes, addresses are announced from there', () => {
  const metallbOf = (hosts: string) => {
    const tree = createTree();
    generateEnvironment(tree, { ...metal, hosts });
    const text = tree.read('stacks/kubevirt-stack/Pulumi.lab.yaml', 'utf8') ?? '';
    return (parse(text) as { config: Record<string, { excludedHosts?: string }> }).config[
      'kubevirt-stack:metallb'
    ];
  };
  expect(metallbOf(metal.hosts)?.excludedHosts).toBeUndefined();
  const planes = 'm-0=10.0.0.10,m-1=10.0.0.11,m-2=10.0.0.12';
  expect(metallbOf(planes)?.excludedHosts).toBe('announce');
});

test.each<[string, object, number]>([
  ['1450 bytes on hosts, of which a tunnel takes 50', metal, 1450],
  ['1500 bytes in a cluster that exists', options, 1500],
])('packets of pods have %s', (_, given, mtu) => {
  const tree = createTree();
  generateEnvironment(tree, given as typeof options);
  expect(parse(tree.read('stacks/address-plan/lab.yaml', 'utf8') ?? '')).toMatchObject({ mtu });
});

test.each<[string, object, readonly string[]]>([
  [
    'hosts',
    metal,
    [
      "put the hosts' keys into stacks/infra/Pulumi.lab.yaml",
      'name "lab" in stacks/rings.yaml, in a ring or in byHand: until then no environment is deployed',
      'write stacks/infra-facts/lab.yaml: without it, pull requests have no preview of "lab"',
    ],
  ],
  [
    'a cluster that exists',
    options,
    [
      'this environment adopts a cluster that exists; for hosts of your own, delete its files and give --hosts',
      'export KUBECONFIG_LAB=FILE, the kubeconfig of the cluster; pipelines need it encrypted: docs/bare-metal.md#an-existing-cluster',
      'name "lab" in stacks/rings.yaml, in a ring or in byHand: until then no environment is deployed',
      'write stacks/infra-facts/lab.yaml: without it, pull requests have no preview of "lab"',
    ],
  ],
])('with %s it says what to do next', (_, given, first) => {
  const log = jest.spyOn(console, 'log').mockReturnValue(undefined);
  generateEnvironment(createTree(), given as typeof options)();
  const [[text] = ['']] = log.mock.calls as string[][];
  log.mockRestore();
  expect(text?.split('\n').map((line) => line.trim())).toEqual([
    '',
    'Next:',
    ...first,
    'name the kinds of hosts in stacks/policies/lab.json: without them, the policy fits-a-host judges nothing',
    'npx nx run plan-check:check-plan',
    'pulumi -C packages/infra stack init lab --secrets-provider PROVIDER, one of docs/state.md#what-encrypts-it',
    'copy what that wrote (encryptionsalt, or secretsprovider and encryptedkey) into stacks/kubevirt-stack/Pulumi.lab.yaml: an environment has one key',
    'npx strata up lab --program infra',
    'npx strata up lab --program platform',
  ]);
});

test('the platform names its release, which a newer checkout does not change', () => {
  const tree = createTree();
  generateEnvironment(tree, options);
  expect(tree.read('stacks/kubevirt-stack/Pulumi.lab.yaml', 'utf8')).toContain(
    `config:
  # KubeVirt, CDI and the other operators are updated by a change of this line alone.
  kubevirt-stack:release: ${defaultRelease}
`,
  );
});

// Proves: cluster-networks.dns
test('machines ask the DNS servers that are named', () => {
  const tree = createTree();
  generateEnvironment(tree, options);
  const text = tree.read('stacks/kubevirt-stack/Pulumi.lab.yaml', 'utf8') ?? '';
  expect(text).toContain(`  kubevirt-stack:userClusterDefaults:
    network:
      dns:
        # Whom machines ask. The infra cluster's would tell them the names of all clusters' Services.
        servers:
          - 10.0.0.53
          - 10.0.0.54
`);
});

test('user clusters can be made in it at once', () => {
  const tree = createTree();
  generateEnvironment(tree, options);
  generateUserCluster(tree, { environment: 'lab', name: 'one' });
  const { config } = parse(tree.read('stacks/user-cluster/Pulumi.lab.one.yaml', 'utf8') ?? '') as {
    config: object;
  };
  expect(config).toMatchObject({
    'user-cluster:kubernetes': { podCidr: '10.128.0.0/18', serviceCidr: '172.16.0.0/20' },
    'user-cluster:controlPlane': { endpoint: { address: '10.0.8.10' } },
  });
});

test.each<[string, object, string]>([
  ['a name that cannot be part of names', { name: 'Lab' }, 'it must be an environment, that is '],
  [
    'addresses that are none',
    { loadBalancers: 'all' },
    'The environment cannot be made like this:\n  stacks/kubevirt-stack/Pulumi.lab.yaml: metallb.pools[1].addresses[0]: ',
  ],
  [
    'DNS servers without addresses',
    { dns: 'dns.example.org' },
    'The environment cannot be made like this:\n  stacks/kubevirt-stack/Pulumi.lab.yaml: userClusterDefaults.network.dns.servers[0]: ',
  ],
  [
    'hosts without addresses',
    { hosts: 'm-0', apiEndpoint: '10.0.0.9' },
    'The environment cannot be made like this:\n  stacks/infra/Pulumi.lab.yaml: hosts[0].publicAddress: expected an IP address',
  ],
  [
    'an address of the API and no hosts',
    { apiEndpoint: '10.0.0.9' },
    '--api-endpoint is about hosts that KubeOne makes a cluster of: name these with --hosts, or leave --api-endpoint out to adopt a cluster that exists.',
  ],
  [
    'an address of the API, control planes and no hosts',
    { apiEndpoint: '10.0.0.9', controlPlanes: 3 },
    '--api-endpoint and --control-planes are about hosts that KubeOne makes a cluster of: name these with --hosts, or leave --api-endpoint and --control-planes out to adopt a cluster that exists.',
  ],
  [
    'endpoints of IPv6',
    { endpoints: 'fd00::10-fd00::20' },
    'The environment cannot be made like this:\n  stacks/address-plan/lab.yaml: endpoints.ranges[0]: APIs of user clusters have addresses of IPv4, not "fd00::10-fd00::20"; give others with --endpoints',
  ],
])('nothing is written with %s', (_, wrong, message) => {
  const tree = createTree();
  expect(() => generateEnvironment(tree, { ...options, ...wrong })).toThrow(message);
  expect(written(tree)).toEqual([]);
});

const linesOf = (wrong: object): string[] => {
  try {
    generateEnvironment(createTree(), { ...metal, ...wrong });
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').slice(1);
  }
};

test('everything that is wrong with all files is said at once', () => {
  expect(linesOf({ loadBalancers: 'all', pods: '10.0.0.0/99' })).toEqual([
    '  stacks/kubevirt-stack/Pulumi.lab.yaml: metallb.pools[1].addresses[0]: expected addresses like "10.0.0.10-10.0.0.20" or "10.0.0.0/28", got "all"',
    '  stacks/address-plan/lab.yaml: pods.ranges[0]: expected addresses like "10.0.0.10-10.0.0.20" or "10.0.0.0/28", got "10.0.0.0/99"',
  ]);
});

test('what the programs and the address plan would say is said before anything is written', () => {
  expect(
    linesOf({
      loadBalancers: '10.0.8.10-10.0.8.99',
      hosts: 'm-0=10.0.0.10, m-0=10.0.0.10',
      apiEndpoint: '10.244.0.9',
    }),
  ).toEqual([
    '  stacks/infra/Pulumi.lab.yaml: hosts: 2 hosts have the role control-plane; etcd keeps a quorum with 1, 3 or 5',
    '  stacks/infra/Pulumi.lab.yaml: hosts[1].name: hosts[0] has m-0 already',
    '  stacks/infra/Pulumi.lab.yaml: hosts[1].publicAddress: hosts[0] has 10.0.0.10 already',
    "  stacks/infra/Pulumi.lab.yaml: kubeone.apiEndpoint.host: 10.244.0.9 is in kubeone.network.podSubnet 10.244.0.0/16; give an address of the hosts' network",
    '  stacks/kubevirt-stack/Pulumi.lab.yaml: metallb.pools[1].addresses[0]: "10.0.8.10-10.0.8.99" overlaps "10.0.8.10-10.0.8.49", which is metallb.pools[0].addresses[0]; an address can be in one pool only',
  ]);
  expect(linesOf({ pods: '172.16.0.0/13' })).toEqual([
    '  stacks/address-plan/lab.yaml: pods.ranges[0]: 172.16.0.0/13 overlaps 172.16.0.0/13, what "lab" has for Services; both would give out the same addresses; take another range (the other: stacks/address-plan/lab.yaml: services.ranges[0])',
  ]);
});

test('load balancers with the address of a host or of the API are refused', () => {
  expect(
    linesOf({
      loadBalancers: '10.0.8.50-10.0.8.99',
      hosts: 'm-0=10.0.8.60',
      controlPlanes: 1,
      apiEndpoint: '10.0.8.50',
    }),
  ).toEqual([
    '  stacks/kubevirt-stack/Pulumi.lab.yaml: config.kubevirt-stack:metallb.pools[1].addresses[0]: 10.0.8.50-10.0.8.99 overlaps 10.0.8.50, the API of the infra cluster of "lab"; take a range that is not in use (the other: stacks/infra/Pulumi.lab.yaml: config.infra:kubeone.apiEndpoint.host)',
    '  stacks/kubevirt-stack/Pulumi.lab.yaml: config.kubevirt-stack:metallb.pools[1].addresses[0]: 10.0.8.50-10.0.8.99 overlaps 10.0.8.60, the host "m-0" of "lab"; take a range that is not in use (the other: stacks/infra/Pulumi.lab.yaml: config.infra:hosts[0].publicAddress)',
  ]);
});

test('a DNS server among the addresses that are given out is refused', () => {
  const platform = 'stacks/kubevirt-stack/Pulumi.lab.yaml: config.kubevirt-stack:';
  const servers = `${platform}userClusterDefaults.network.dns.servers`;
  expect(linesOf({ dns: '10.0.8.20, 10.0.8.60' })).toEqual([
    `  stacks/address-plan/lab.yaml: endpoints.ranges[0]: 10.0.8.10-10.0.8.49 contains 10.0.8.20, a DNS server that machines ask; leave it out (the other: ${servers}[0])`,
    `  ${platform}metallb.pools[1].addresses[0]: 10.0.8.50-10.0.8.199 contains 10.0.8.60, a DNS server that machines ask, and any Service may get it; leave it out, and if the server is a Service itself, add a pool of this address with autoAssign: false (the other: ${servers}[1])`,
  ]);
});

test('what is there is not written over', () => {
  const tree = createTree();
  tree.write('stacks/capacity/lab.yaml', 'hostLoss: 3');
  expect(() => generateEnvironment(tree, options)).toThrow(
    'The environment exists already: stacks/capacity/lab.yaml.',
  );
});
