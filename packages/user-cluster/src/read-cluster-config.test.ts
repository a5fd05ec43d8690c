// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs, RawConfig } from '@strata/contracts';
import { readClusterConfig } from './read-cluster-config.ts';
import { testContext } from './test-context.ts';
import { newCluster } from './update/index.ts';

type UserClusterDefaults = NonNullable<KubevirtStackOutputs['userClusterDefaults']>;

const pool = {
  name: 'md-a',
  replicas: 2,
  instancetype: 'standard-4',
  rootDisk: { image: 'ubuntu', sizeGiB: 30 },
};

const controlPlane = {
  instancetype: 'standard-2',
  rootDisk: { image: 'ubuntu', sizeGiB: 20 },
  endpoint: { address: '203.0.113.2' },
};

const kubernetes = { version: '1.35.4', podCidr: '10.100.0.0/16', serviceCidr: '10.101.0.0/16' };

/** Files of profiles. */
const profiles: Readonly<Record<string, string>> = {
  'stacks/profiles/small.yaml': `config:
  user-cluster:network: { dns: { servers: [10.0.0.54], ndots: 3 } }
  user-cluster:cni: { type: none }
`,
  'stacks/profiles/wrong.yaml': `config:
  user-cluster:pools: [{ name: md-a, replicas: many }]
  user-cluster:quotas: {}
`,
};

type Values = Readonly<Record<string, unknown>>;

/** Defaults of the platform, unless a test has others. */
const usual = { network: { dns: { servers: ['10.96.0.10'] } } } satisfies UserClusterDefaults;

/** Returns the smallest configuration with these changes and with the platform's defaults. */
function read(change: Values, userClusterDefaults: UserClusterDefaults = usual) {
  const config: Values = { kubernetes, controlPlane, pools: [pool], ...change };
  const raw: RawConfig = {
    project: 'user-cluster',
    stack: 'sandbox.demo',
    values: Object.fromEntries(
      Object.entries(config)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [`user-cluster:${key}`, JSON.stringify(value)]),
    ),
    secretKeys: [],
  };
  const { environment, cluster, infra, platform } = testContext();
  const facts = { environment, cluster, infra, platform: { ...platform, userClusterDefaults } };
  const files = {
    list: (folder: string) => Object.keys(profiles).map((file) => file.slice(folder.length + 1)),
    read: (file: string) => profiles[file],
  };
  return readClusterConfig(raw, facts, () => Promise.resolve(newCluster), files);
}

/** Returns every line that a configuration is refused with; empty if it is not refused. */
async function refusal(change: Values, defaults: UserClusterDefaults = usual): Promise<string[]> {
  try {
    await read(change, defaults);
    return [];
  } catch (error) {
    const lines = (error as Error).message.split('\n').slice(1);
    return lines.map((line) => line.replace('  config.user-cluster:', ''));
  }
}

// Proves: clusters.all-mistakes-first
test('reports the problems of all layers at once: shapes, contradictions between keys, and the platform', async () => {
  const wrong = {
    ...pool,
    scheduling: {
      podAffinityPreset: 'firm',
      nodeSelector: { zone: 'b' },
      nodeAntiAffinityPreset: { type: 'hard', key: 'zone', values: ['b'] },
    },
    taints: [
      { key: 'dedicated', effect: 'NoSchedule' },
      { key: 'dedicated', effect: 'NoSchedule', value: 'shop' },
    ],
    interfaces: [{ network: 'backbon' }],
  };
  const huge = { ...pool, name: 'md b', instancetype: 'standard-3' };
  const bare = { ...pool, name: 'md-c', replicas: 'two', rootDisk: { image: 'ubunt' } };
  expect(
    await refusal({
      controlPlane: { ...controlPlane, replicas: 2, endpoint: {} },
      pools: [wrong, huge, bare],
    }),
  ).toEqual([
    'controlPlane.endpoint.address: missing; expected one IPv4 address',
    'pools[0].scheduling.podAffinityPreset: expected one of "hard", "soft", "", got "firm"',
    'pools[1].name: expected a name of at most 40 lower-case letters, digits and dashes, got "md b"',
    'pools[2].replicas: expected a whole number of 0 or more, got "two"',
    'controlPlane.replicas: 2 control-plane nodes lose quorum as soon as either is away, so they are less available than 1; take 1 or 3',
    'pools[0].interfaces[0].network: pool "md-a" asks for the network "backbon", which neither the platform nor network.vlans has; did you mean "backbone"?',
    'pools[0].scheduling.nodeAntiAffinityPreset: pool "md-a" may only run on hosts that nodeSelector asks for, and nodeAntiAffinityPreset forbids all of these; make it soft',
    'pools[0].taints[1]: there is another taint "dedicated" with the effect NoSchedule; a node has one of them',
    'pools[1].instancetype: pool "md b" asks for the instancetype "standard-3", which the platform does not offer; did you mean "standard-2"?',
    'pools[2].rootDisk.image: pool "md-c" asks for the golden image "ubunt", which the platform does not have; did you mean "ubuntu"?',
  ]);
});

// Proves: clusters.all-mistakes-first
test('reports servers that no parser of URLs reads beside all other problems', async () => {
  const volume = { bucket: 'shop', credentials: { secretName: 's3' } };
  const issuer = {
    name: 'sso',
    url: 'https://s3.example.org:99999',
    audiences: ['kubernetes'],
    claimMappings: { username: { claim: 'sub', prefix: 'sso:' } },
  };
  expect(
    await refusal({
      audit: { webhook: { url: 'https://10.20.0.1.5/x' } },
      backup: { target: { s3: { endpoint: 'https://10.0.0.256:9000', ...volume } } },
      oidc: { issuers: [issuer] },
      pools: [{ ...pool, replicas: 'two' }],
    }),
  ).toEqual([
    'pools[0].replicas: expected a whole number of 0 or more, got "two"',
    'backup.target.s3.endpoint: expected an address like "https://s3.example.org" or "https://s3.example.org:9000", got "https://10.0.0.256:9000"',
    'oidc.issuers[0].url: expected a URL with https:// and without user, query and fragment, such as "https://login.example.org/realms/shop", got "https://s3.example.org:99999"',
    'audit.webhook.url: expected a URL with https:// and without user, query and fragment, such as "https://audit.example.org/shop", got "https://10.20.0.1.5/x"',
  ]);
});

test.each<[string, object, string]>([
  ['a size', { instancetype: undefined, cpu: 'two', memoryGiB: 4 }, 'cpu: expected'],
  ['a misspelt size', { instancetype: undefined, cpus: 2, memoryGiB: 4 }, 'cpus: unknown key'],
  [
    'the size of a disk',
    { disks: [{ name: 'x', kind: 'data', sizeGiB: 'x' }] },
    'disks[0].sizeGiB',
  ],
  ['the kind of a disk', { disks: [{ name: 'x', kind: 'old', sizeGiB: 1 }] }, 'disks[0].kind'],
  ['an image', { rootDisk: { image: 'Ubuntu!', sizeGiB: 1 } }, 'rootDisk.image: expected'],
  ['a network', { interfaces: [{ network: 5 }] }, 'interfaces[0].network: expected'],
])('reports no problem that follows from another: %s', async (_, change, problem) => {
  const lines = await refusal({ pools: [{ ...pool, ...change }] });
  expect(lines).toEqual([expect.stringContaining(`pools[0].${problem}`)]);
});

test('reports broken rules about several keys beside another key of the wrong shape', async () => {
  const ingress = [{ from: [{ ipBlock: { cidr: '10.0.0.0/8' } }], ports: [{ port: 'x y' }] }];
  const spec = { podSelector: 5, policyTypes: ['Egress'], ingress };
  expect(await refusal({ isolation: { customNetworkPolicies: [{ name: 'one', spec }] } })).toEqual([
    'isolation.customNetworkPolicies[0].spec.podSelector: expected a mapping with matchLabels or matchExpressions; {} selects everything, got 5',
    'isolation.customNetworkPolicies[0].spec.ingress[0].ports[0].port: expected a port from 1 to 65535, or the name of one (a number without quotes; endPort for a range), got "x y"',
    'isolation.customNetworkPolicies[0].spec.ingress: has rules that do nothing, for policyTypes does not say "Ingress"',
  ]);
});

const office = {
  name: 'office',
  spec: { ingress: [{ from: [{ ipBlock: { cidr: '10.200.10.0/24' } }] }] },
};
const dns = { servers: ['10.0.0.53'], searches: ['example.org'] };
const classes = [{ name: 'quick', infraClass: 'fast' }];

// Proves: cluster-networks.own-policies
test("the platform's defaults for all clusters count as if they were in the cluster's own file", async () => {
  const own = {
    isolation: { customNetworkPolicies: [office] },
    network: { dns },
    storage: { classes },
  };
  const written = await read(own);
  expect(await read({}, written as unknown as UserClusterDefaults)).toEqual(written);
  expect(written.network.dns).toEqual({ ...dns, ndots: 1 });
});

// Proves: clusters.hibernated
test('a hibernated cluster has no VMs in its pools, and is checked at the size at which it wakes', async () => {
  const asleep = await read({ hibernated: true });
  expect(asleep.pools.map(({ replicas }) => replicas)).toEqual([0]);
  expect(asleep.controlPlane.replicas).toBe(1);
  const without = { ...pool, maxUnavailable: 0, maxSurge: 0 };
  await expect(read({ hibernated: true, pools: [without] })).rejects.toThrow('maxSurge');
  await expect(read({ hibernated: 'yes' })).rejects.toThrow(
    'hibernated: expected true or false, got "yes"',
  );
});

// Proves: cluster-networks.dns
test('a cluster needs DNS servers where its platform names none', async () => {
  const servers =
    "network.dns.servers: missing; name the servers that machines ask, here or for all clusters in kubevirt-stack:userClusterDefaults of the platform; the infra cluster's (10.96.0.10) tells machines the names of all clusters' Services: naming it leaves machines that ask it as they are";
  expect(await refusal({}, {})).toEqual([servers]);
  expect(await refusal({ network: { dns: { ndots: 2 } } }, {})).toEqual([servers]);
  expect(await refusal({}, usual)).toEqual([]);
  expect(await refusal(usual, {})).toEqual([]);
});

// Proves: cluster-networks.own-policies
test("a problem of the platform's defaults names the platform's file", async () => {
  const { isolation, storage } = await read({
    isolation: { customNetworkPolicies: [office] },
    storage: { classes },
  });
  const [first] = storage.classes ?? [];
  const defaults = {
    isolation,
    network: { dns: { servers: ['169.254.20.10'] } },
    storage: { classes: first === undefined ? [] : [{ ...first, infraClass: 'on-host' }] },
  };
  const said = 'stacks/kubevirt-stack/Pulumi.sandbox.yaml says it for all clusters';
  const lines = await refusal({ isolation: { customNetworkPolicies: [office] } }, defaults);
  expect(lines.map((line) => line.trim())).toEqual([
    `config.kubevirt-stack:userClusterDefaults.network.dns.servers[0]: 169.254.20.10 is link-local, where clusters cache DNS on every node (169.254.20.10): the guest would ask itself; name a routable server; ${said}`,
    `config.kubevirt-stack:userClusterDefaults.isolation.customNetworkPolicies[0].name: "office" is the name of an earlier policy; take another; ${said}`,
    `config.kubevirt-stack:userClusterDefaults.storage.classes[0].infraClass: storage class "quick" is from "on-host", which keeps a volume on one host (topolvm.io): the user cluster cannot know which machines reach its volumes; choose a class that every host can reach; ${said}`,
  ]);
});

// Proves: clusters.profiles
test("a profile is stronger than the platform's defaults, and weaker than the cluster's file", async () => {
  const { cni, network } = await read({ extends: ['small'], network: { dns: { ndots: 2 } } });
  expect(cni.type).toBe('none');
  expect(network.dns).toEqual({ servers: ['10.0.0.54'], searches: [], ndots: 2 });
});

// Proves: clusters.profiles
test('a problem of a profile names the file of the profile and the line in it', async () => {
  const lines = await refusal({ extends: ['wrong', 'smal'], pools: undefined });
  expect(lines).toEqual([
    'extends[1]: there is no stacks/profiles/smal.yaml; did you mean "small"?',
    'pools[0].rootDisk: missing; expected a mapping with image and sizeGiB; stacks/profiles/wrong.yaml:2 says it',
    'pools[0].replicas: expected a whole number of 0 or more, got "many"; stacks/profiles/wrong.yaml:2 says it',
    'quotas: unknown key; did you mean "quota"?; stacks/profiles/wrong.yaml:3 says it',
    'pools[0].instancetype: pool "md-a" has no size; set instancetype, or cpu and memoryGiB; stacks/profiles/wrong.yaml:2 says it',
  ]);
});

test('names each profile once', async () => {
  expect(await refusal({ extends: ['small', 'small'] })).toEqual([
    'extends: expected a list of profiles, each once, got a list',
  ]);
});
