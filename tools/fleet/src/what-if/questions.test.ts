// SPDX-License-Identifier: Apache-2.0
import type { Environment, Fleet } from '../model.ts';
import { answer, bank, prod, sentences, stepLines } from '../testing/ask.ts';
import { smallFleet } from '../testing/small-fleet.ts';
import { describeAnswer } from './describe-answer.ts';
import { askQuestion, questions, usageOf } from './questions.ts';

/** Said of every lost host with machines. */
const declaredDead = [
  'warn',
  'none of them starts elsewhere until somebody has switched each lost host off for certain and declared it dead: kubectl taint node HOST node.kubernetes.io/out-of-service=nodeshutdown:NoExecute',
];

const emptyPlan = [
  'calm',
  'the planner needs no room there, for it fills one host after the other; machines may run there all the same',
];

const staging: Environment = { ...prod, name: 'staging', ring: 'first' };

/** The small fleet with a second environment, which the rings reach first. */
const two: Fleet = { ...smallFleet, environments: [prod, staging] };

const problem = (name: string, ...values: string[]) =>
  askQuestion(smallFleet, name, values).problem;

test('a lost host: its machines start on the others, which keep theirs', () => {
  const { machines, ...more } = answer(smallFleet, 'host-lost', 'h1');
  expect(more.title).toBe('What if the host h1 is lost?');
  expect(sentences({ machines, ...more })).toEqual([
    ['good', 'the other hosts have room for 3 machines of it'],
    declaredDead,
  ]);
  expect(machines).toEqual([
    {
      environment: 'prod',
      cluster: 'shop',
      group: 'web',
      machines: 3,
      effect: 'can start on h2 once the lost host is declared dead',
    },
  ]);
  expect(more.clusters).toEqual(['prod/shop']);
  expect(more.addresses).toEqual([]);
  expect(stepLines({ machines, ...more })).toEqual([
    [
      'prod',
      'if it does not come back: the facts by which capacity is judged',
      'stacks/infra-facts/prod.yaml',
      'hosts: h1',
    ],
  ]);
});

/** The small fleet with control planes on h1, and hosts with so much free memory. */
function withControlPlanes(freeMemoryMib: number): Fleet {
  const { value } = prod.capacity;
  if (value === undefined) throw new Error('the small fleet has no capacity');
  const group = { cluster: 'shop', name: 'cp', machines: 2, cpu: 0.1, memoryMib: 2048, pods: 1 };
  const scenarios = value.scenarios.map((scenario) => ({
    ...scenario,
    hosts: scenario.hosts.map((host) =>
      host.name === 'h1' ? { ...host, groups: [group] } : { ...host, freeMemoryMib },
    ),
  }));
  const made = { file: 'stacks/infra/Pulumi.prod.yaml', key: 'config.infra:hosts' };
  const sources = { ...value.sources, made };
  const capacity = { value: { ...value, scenarios, sources } };
  return { ...smallFleet, environments: [{ ...prod, capacity }] };
}

test('a lost host without room elsewhere: says how many machines stay away, and whose API that is', () => {
  const said = answer(withControlPlanes(3000), 'host-lost', 'h1');
  expect(sentences(said)).toEqual([['bad', 'no host has room for 1 of 2 machines'], declaredDead]);
  expect(said.machines.map(({ effect, machines }) => [machines, effect])).toEqual([
    [1, 'can start on h2 once the lost host is declared dead'],
    [1, 'no host has room'],
  ]);
  expect(said.addresses.map(({ cluster, text, what }) => [cluster, what, text])).toEqual([
    ['shop', 'API', '192.0.2.1'],
  ]);
  expect(said.steps[0]).toEqual({
    environment: 'prod',
    ring: 'last',
    text: 'if it does not come back: the infra cluster without it, or with another host in its place (docs/runbooks/replace-host.md)',
    file: 'stacks/infra/Pulumi.prod.yaml',
    change: 'infra:hosts: h1',
  });
});

test('a lost zone: all of its hosts, in every environment that has it, in the order of the rings', () => {
  const said = answer(two, 'zone-lost', 'rack-a');
  expect(said.title).toBe('What if the zone rack-a is lost?');
  expect(said.clusters).toEqual(['staging/shop', 'prod/shop']);
  expect(sentences(answer(two, 'zone-lost', 'rack-b'))).toEqual([emptyPlan, emptyPlan]);
});

test('a host that takes no machines: says that the files know no more', () => {
  const { value } = prod.capacity;
  const hosts = (value?.hosts ?? []).map((host) => ({ ...host, takesMachines: false }));
  const scenarios = (value?.scenarios ?? []).map((one) => ({ ...one, hosts: [] }));
  const capacity = value && { value: { ...value, hosts, scenarios } };
  const fleet = { ...smallFleet, environments: [{ ...prod, ...(capacity && { capacity }) }] };
  expect(sentences(answer(fleet, 'host-lost', 'h1'))).toEqual([
    ['calm', 'h1 takes no machines of user clusters; what else runs there is not in the files'],
    ['good', 'no machine of a user cluster is there'],
  ]);
});

test('a KubeVirt that ends: the release with another one, and the way there', () => {
  const said = answer(two, 'kubevirt-ends', '1.8');
  expect(said.findings.slice(0, 2)).toEqual([
    {
      environment: 'staging',
      tone: 'warn',
      text: 'release v1.8 has KubeVirt 1.8.4; 3 machines stand on it',
    },
    {
      environment: 'staging',
      tone: 'calm',
      text: 'release v1.9 has KubeVirt 1.9.0, 1 update from here',
    },
  ]);
  expect(said.clusters).toEqual(['staging/bank', 'staging/shop', 'prod/bank', 'prod/shop']);
  expect(said.machines[0]?.effect).toBe('runs on in its old launcher until it starts again');
  expect(said.steps[1]).toEqual({
    environment: 'prod',
    ring: 'last',
    text: 'the platform to release v1.9',
    file: 'stacks/kubevirt-stack/Pulumi.prod.yaml',
    change: 'kubevirt-stack:release: v1.9',
  });
});

test('a KubeVirt that ends where machines are evicted: they are shut down and started again', () => {
  const { value } = prod.platform;
  if (value === undefined) throw new Error('the small fleet has no platform');
  const launcherUpdate = { by: 'eviction', batch: 10, interval: '1m' } as const;
  const platform = { value: { ...value, launcherUpdate } };
  const fleet = { ...smallFleet, environments: [{ ...prod, platform }] };
  expect(answer(fleet, 'kubevirt-ends', '1.8').machines[0]?.effect).toBe(
    'is shut down and started again, 10 at a time, 1m apart',
  );
});

test('a KubeVirt that ends without a way on: says why', () => {
  const { value } = prod.platform;
  if (value === undefined) throw new Error('the small fleet has no platform');
  const withWays = (ways: typeof value.ways) => ({
    ...smallFleet,
    environments: [{ ...prod, platform: { value: { ...value, ways } } }],
  });
  const way = { release: 'v1.9', kubevirt: '1.9.0', edits: [], problem: 'the way is blocked' };
  const last = (fleet: Fleet) => sentences(answer(fleet, 'kubevirt-ends', '1.8.4')).at(-2);
  expect(last(withWays([way]))).toEqual(['bad', 'no way to release v1.9: the way is blocked']);
  expect(last(withWays([]))).toEqual(['bad', 'no later release of Strata has another KubeVirt']);
});

/** The small fleet with a pool that is behind its control plane. */
function withPool(): Fleet {
  const clusters = prod.clusters.map((cluster) => {
    const { value } = cluster.facts;
    const [web] = value?.groups ?? [];
    if (value === undefined || web === undefined) return cluster;
    const groups = [
      { ...web, name: 'cp', role: 'control-plane', machines: 1 } as const,
      { ...web, kubernetes: '1.34.4' },
    ];
    return { ...cluster, facts: { value: { ...value, groups } } };
  });
  return { ...smallFleet, environments: [{ ...prod, clusters }] };
}

test('a CVE in a Kubernetes: who runs it, and where it is changed', () => {
  const said = answer(withPool(), 'kubernetes-cve', '1.35.4');
  expect(sentences(said)).toEqual([
    ['bad', 'the infra cluster runs Kubernetes 1.35.4'],
    ['bad', '1 machine of user clusters run it'],
    bank,
  ]);
  expect(said.machines.map(({ effect, group }) => [group, effect])).toEqual([
    ['cp', 'runs 1.35.4; replaced by the update'],
  ]);
  expect(said.addresses.map(({ text }) => text)).toEqual(['192.0.2.1']);
  expect(stepLines(said)).toEqual([
    [
      'prod',
      'the infra cluster to Kubernetes <fixed version>',
      undefined,
      'with the tool that made the infra cluster',
    ],
    [
      'prod',
      'the user cluster "shop": control plane to Kubernetes <fixed version>',
      'stacks/user-cluster/Pulumi.prod.shop.yaml',
      'user-cluster:kubernetes.version: <fixed version>, with kubernetesVersion of every pool as it is now',
    ],
  ]);
});

test('a CVE with the version that is without it: every update, one after the other', () => {
  expect(stepLines(answer(withPool(), 'kubernetes-cve', '1.35.4', '1.35.5')).slice(1)).toEqual(
    [
      ['pool "web" to Kubernetes 1.35.4', 'pools, web: kubernetesVersion: 1.35.4'],
      [
        'control plane to Kubernetes 1.35.5',
        'kubernetes.version: 1.35.5, with kubernetesVersion of every pool as it is now',
      ],
      ['pool "web" to Kubernetes 1.35.5', 'pools, web: kubernetesVersion: 1.35.5'],
    ].map(([text = '', change = '']) => [
      'prod',
      `the user cluster "shop": ${text}`,
      'stacks/user-cluster/Pulumi.prod.shop.yaml',
      `user-cluster:${change}`,
    ]),
  );
  expect(answer(withPool(), 'kubernetes-cve', '1.34').machines).toMatchObject([
    { group: 'web', effect: 'runs 1.34.4; replaced by the update' },
  ]);
});

test('a CVE in the infra cluster: one minor at a time', () => {
  const fleet = (version: string): Fleet => {
    const [prod] = smallFleet.environments;
    if (prod?.kubernetes.value === undefined) throw new Error('no environment');
    const kubernetes = { value: { ...prod.kubernetes.value, version } };
    return { ...smallFleet, environments: [{ ...prod, kubernetes, clusters: [] }] };
  };
  const texts = (version: string, good: string) =>
    stepLines(answer(fleet(version), 'kubernetes-cve', version, good)).map(([, text]) => text);
  expect(texts('1.33.2', '1.35.4')).toEqual([
    'the infra cluster to Kubernetes 1.34',
    'the infra cluster to Kubernetes 1.35.4',
  ]);
  expect(texts('1.34.4', '1.34.6')).toEqual(['the infra cluster to Kubernetes 1.34.6']);
});

test.each([
  [['host-lost', 'h9'], 'there is no host "h9"; did you mean "h1"? Hosts: h1, h2'],
  [['zone-lost', 'hall'], 'there is no zone "hall". Zones: rack-a, rack-b'],
  [['kubevirt-ends', '1.7'], 'no environment has KubeVirt 1.7; there are: 1.8.4', bank],
  [['vlan-becomes', '7', '8'], 'no network has VLAN 7; VLANs: 40, 100', bank],
  [['vlan-becomes', '40', 'x'], 'a VLAN is a number from 2 to 4094, not "x"'],
  [['kubernetes-cve', '1.30.1'], 'nothing runs Kubernetes 1.30.1; versions: 1.35.4', bank],
  [
    ['kubernetes-cve', 'new'],
    'a version of Kubernetes is like 1.35.4, or 1.35 for all of its patches, not "new"',
  ],
  [
    ['kubernetes-cve', '1.35.4', '1.36'],
    'the version without the error is exact, like 1.35.5, not "1.36"',
  ],
  [
    ['kubernetes-cve', '1.35.4', '1.35.4'],
    'the version without the error, 1.35.4, is not later than 1.35.4',
  ],
  [
    ['host-last', 'h1'],
    'there is no question "host-last"; did you mean "host-lost"? Questions: host-lost, kubernetes-cve, kubevirt-ends, vlan-becomes, zone-lost',
  ],
  [['host-lost'], 'the question is "host-lost <host>"; there are: h1, h2'],
  [['host-lost', 'h1', 'h2'], 'the question is "host-lost <host>"'],
] as [string[], string, string[]?][])(
  '%j has no answer, and says what there is',
  ([name = '', ...values], message, [, leftOut] = []) => {
    const lines = [message, ...(leftOut === undefined ? [] : [`prod: ${leftOut}`])];
    expect(problem(name, ...values)).toBe(lines.join('\n'));
  },
);

test('every question is written with its values', () => {
  expect(questions.map(usageOf)).toEqual([
    'host-lost <host>',
    'zone-lost <zone>',
    'kubevirt-ends <version>',
    'vlan-becomes <vlan> <becomes>',
    'kubernetes-cve <version> [fixed in]',
  ]);
});

test('an answer as text has findings, machines, commits in their order, and what it does not know', () => {
  expect(describeAnswer(answer(smallFleet, 'vlan-becomes', '40', '41'))).toEqual([
    'What if VLAN 40 becomes 41?',
    '',
    'prod: the network "own" of the cluster "shop" has VLAN 40 of br1',
    'prod: the commit moves no running machine: each is in VLAN 41 once it starts again or migrates, and until all have, those in 40 and 41 do not reach each other',
    'prod: not in this answer: the cluster "bank": the file is wrong',
    '',
    '1 cluster:',
    '  prod/shop',
    '',
    '3 machines:',
    '  prod/shop/web: 3 (has an interface in the network)',
    '',
    'What to commit, in this order:',
    '  1. prod (ring last): the network "own" of the cluster "shop" to VLAN 41',
    '     stacks/user-cluster/Pulumi.prod.shop.yaml: config.user-cluster:network.vlans[0].vlan: 41',
    '',
    'What this does not know:',
    '  The switches have to carry the new VLAN first; they are in no file.',
    '  Machines in the new VLAN are not told from those in the old one: the files do not say which have started again or migrated since the commit.',
    '  Environments of one site share VLANs: plan addresses says what others have.',
  ]);
});
