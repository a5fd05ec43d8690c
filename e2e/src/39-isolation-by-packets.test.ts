// SPDX-License-Identifier: Apache-2.0
import type { IsolationEdge } from '@strata/plan-check/isolation';
import type { Policy, PolicyWorld } from '@strata/network-policies';
import type { RackSession } from '@strata/sandbox';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from './changed-config.ts';
import {
  eventually,
  kubectl,
  kubectlJson,
  openSession,
  pulumi,
  pulumiUp,
  sharedInstance,
  stacks,
  type List,
} from './environment.ts';
import { textOf } from './packets/attempts.ts';
import {
  createWorld,
  endsIn,
  hostEnds,
  removeWorld,
  whenReady,
  world,
  type End,
} from './packets/isolation-ends.ts';
import { differences, measure, predict, udpPorts } from './packets/measure-isolation.ts';
import { connectFrom, hosts, listenIn, type Listener } from './packets/pod-network.ts';
import { createNamespaces, silentPod } from './packets/silent-pods.ts';
import { apply } from './apply.ts';
import { initStack, otherCluster, removeStack, writeClusterFile } from './other-clusters.ts';

// Three clusters: demo, north and south. North and south have a network in common, and a way between
// their machines that both files name; nothing else leads from one cluster to another.
const north = otherCluster('north');
const south = otherCluster('south');
const clusters = ['demo', 'north', 'south'];

/** Edits of the demo's file that turn it into another cluster. */
const cluster = (
  numbers: readonly [pods: number, services: number, endpoint: number],
  isolation: string,
): readonly Change[] => [
  ['10.128.0.0/16', `10.${numbers[0]}.0.0/16`],
  ['10.112.0.0/20', `10.112.${numbers[1]}.0/20`],
  ['10.244.240.200', `10.244.240.${numbers[2]}`],
  ['replicas: 2', 'replicas: 1'],
  ['    - name: md-a\n', '    - name: md-a\n      interfaces:\n        - network: storage\n'],
  ['  user-cluster:network:', `${isolation}  user-cluster:network:`],
];

const sshPolicy = (direction: 'Ingress' | 'Egress', other: string) => `  user-cluster:isolation:
    customNetworkPolicies:
      - name: ssh-${other}
        spec:
          podSelector: {}
          policyTypes: [${direction}]
          ${direction.toLowerCase()}:
            - ${direction === 'Ingress' ? 'from' : 'to'}:
                - namespaceSelector:
                    matchLabels: { kubernetes.io/metadata.name: cluster-${other} }
              ports: [{ protocol: TCP, port: 22 }]
`;

let session: RackSession;
let ends: readonly End[] = [];
const listeners: Listener[] = [];

beforeAll(async () => {
  session = await openSession();
  writeClusterFile(north, cluster([130, 32, 52], sshPolicy('Egress', 'south')));
  writeClusterFile(south, [
    ...cluster([131, 48, 53], sshPolicy('Ingress', 'north')),
    // A DNS server of the outside.
    ['- 10.96.0.10', '- 1.2.3.4'],
  ]);
  await Promise.all(
    [north, south].map(async (name) => {
      await initStack(session, name);
      await pulumiUp(session, name);
    }),
  );
  await createWorld(session);
  ends = await everybody();
  const senders = ends.flatMap(({ place }) => (place === undefined ? [] : [place]));
  // All of them, also where one fails: what listens is to be ended, or Jest never ends.
  const begun = await Promise.allSettled(
    senders.map(async (place) => listeners.push(await listenIn(session, place, udpPorts))),
  );
  for (const one of begun) if (one.status === 'rejected') throw one.reason;
}, 900_000);

afterAll(async () => {
  await Promise.all(listeners.map((listener) => listener.stop()));
  await removeWorld(session);
  await kubectl(session, ['delete', 'pod', '-A', '-l', 'e2e=isolation', '--wait=false']);
  await kubectl(session, ['delete', 'namespace', 'apps', '--wait=false']);
  await Promise.all(
    [north, south].map(async (name) => {
      await pulumi(session, name, ['destroy', '--yes', '--skip-preview']);
      await removeStack(session, name);
    }),
  );
}, 300_000);

/** Everybody: machines and controllers of all clusters, importers, DNS, monitoring, hosts, the world. */
async function everybody(): Promise<End[]> {
  const importer = { 'cdi.kubevirt.io': 'importer', e2e: 'isolation' };
  const dns = { 'k8s-app': 'kube-dns', e2e: 'isolation' };
  await createNamespaces(session, ['apps']);
  const silent: [string, string, Record<string, string>][] = [
    ...clusters.map((name): [string, string, typeof importer] => [
      `cluster-${name}`,
      'importer-e2e',
      importer,
    ]),
    ['kube-system', 'dns-e2e', dns],
    ['apps', 'app-e2e', { e2e: 'isolation' }],
  ];
  await apply(
    session,
    silent.map((one) => silentPod(...one)),
  );
  await whenReady(
    session,
    silent.map(([namespace, name]): [string, string] => [namespace, name]),
  );
  const found = [
    ...clusters.map((name) => endsIn(session, `cluster-${name}`, () => true)),
    endsIn(session, 'kube-system', ({ metadata }) => metadata.name === 'dns-e2e'),
    endsIn(session, 'apps', () => true),
    endsIn(session, 'cdi', ({ metadata }) => metadata.name.startsWith('cdi-deployment')),
    endsIn(session, 'monitoring', ({ metadata }) => metadata.name.startsWith('prometheus-')),
  ];
  return [
    ...(await Promise.all(found)).flat(),
    ...hostEnds,
    { name: 'world', policyEnd: world.addresses[0] ?? '', place: world },
  ];
}

interface Named {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
}

/**
 * Returns every policy of the infra cluster and the labels of its namespaces. Together they decide
 * which packets may pass.
 */
async function livePolicies(): Promise<PolicyWorld> {
  const namespaces = await kubectlJson<List<Named>>(session, ['get', 'namespaces']);
  const policies = await kubectlJson<List<Named & Pick<Policy, 'spec'>>>(session, [
    'get',
    'networkpolicies',
    '-A',
  ]);
  return {
    namespaces: Object.fromEntries(
      namespaces.items.map(({ metadata: { name, labels = {} } }) => [name, labels]),
    ),
    policies: policies.items.map(({ metadata, spec }) => ({
      namespace: metadata.namespace,
      spec,
    })),
  };
}

test('everybody is there to try', () => {
  const names = ends.map(({ name }) => name.replace(/-[a-z0-9]{1,10}-[a-z0-9]{5}$/, ''));
  for (const name of clusters) {
    expect(names).toEqual(
      expect.arrayContaining(
        ['cp-0', 'md-a-0', 'importer-e2e', 'cloud-controller-manager', 'csi-controller'].map(
          (one) => `cluster-${name}/${one}`,
        ),
      ),
    );
  }
});

// Proves: cluster-networks.isolation
test('packets go where policies say, between everybody, at every port, and nowhere else', async () => {
  const predicted = predict(await livePolicies(), ends);
  const measured = await measure(session, ends);
  expect(differences(predicted, measured)).toEqual([]);
  expect(measured).toContain('cluster-north/md-a-0 -> cluster-south/cp-0 TCP 22');
  expect(measured).not.toContain('cluster-south/md-a-0 -> cluster-north/cp-0 TCP 22');
  expect(measured).toContain('world -> cluster-demo/cp-0 TCP 6443');
  expect(measured).not.toContain('world -> cluster-demo/cp-0 TCP 22');
  // Machines ask the DNS servers that their cluster's file names, and no others. The sandbox's infra
  // cluster has no DNS Service, so what the file of north names opens no pod.
  const dns = (cluster: string, to: string) => `cluster-${cluster}/md-a-0 -> ${to} UDP 53`;
  expect(measured).not.toContain(dns('north', 'kube-system/dns-e2e'));
  expect(measured).not.toContain(dns('north', 'world'));
  expect(measured).toContain(dns('south', 'world'));
  expect(measured).not.toContain(dns('south', 'kube-system/dns-e2e'));
}, 300_000);

/** Returns the connections between each two clusters that plan-check derives from files alone. */
async function planned(): Promise<IsolationEdge[]> {
  const { stdout: outputs } = await pulumi(session, stacks.platform, ['stack', 'output', '--json']);
  const file = join(sharedInstance().dir, 'platform-outputs.json');
  writeFileSync(file, outputs, { mode: 0o600 });
  const { stdout } = await session.capture([
    'node',
    join(north.checkout, 'tools/plan-check/src/main.ts'),
    'isolation',
    '--json',
    '--environment',
    'sandbox',
    '--platform',
    file,
  ]);
  rmSync(file);
  return (JSON.parse(stdout) as { edges: IsolationEdge[] }).edges;
}

test('what plan-check foresees from the files is what packets do, between all clusters', async () => {
  expect(await planned()).toEqual([
    { from: 'north', to: 'south', plane: 'pods', by: 'TCP 22' },
    { from: 'north', to: 'south', plane: 'vlan', by: 'storage' },
    { from: 'south', to: 'north', plane: 'vlan', by: 'storage' },
  ]);
  const machines = (name: string) =>
    ends.filter((end) => new RegExp(`^cluster-${name}/(cp-0|md-a-\\d)$`).test(end.name));
  const endpoints = { demo: '10.244.240.200', north: '10.244.240.52', south: '10.244.240.53' };
  for (const from of clusters) {
    for (const { place, name } of machines(from)) {
      const outcomes = await connectFrom(
        session,
        place ?? hosts,
        Object.values(endpoints).map((address) => ({ protocol: 'TCP', address, port: 6443 })),
      );
      const open = Object.keys(endpoints).filter((_, index) => {
        const outcome = outcomes[index];
        return outcome !== undefined && 'answer' in outcome;
      });
      expect([name, open]).toEqual([name, [from]]);
    }
  }
}, 120_000);

test('machines meet in the network that their clusters share, which no policy covers, and nowhere else', async () => {
  const worker = (name: string) => ends.find((end) => end.name === `cluster-${name}/md-a-0`);
  const at = { north: '10.99.0.1', south: '10.99.0.2' };
  for (const [name, address] of Object.entries(at)) {
    const enter = worker(name)?.place?.enter ?? [];
    const script = `ip address replace ${address}/24 dev enp2s0 && ip link set enp2s0 up`;
    const { code, stderr } = await session.capture([...enter, 'sh', '-c', script]);
    expect([code, stderr]).toEqual([0, '']);
  }
  const tries = async (name: string, address: string) => {
    const attempt = { protocol: 'UDP', address, port: 8472 } as const;
    const [outcome] = await connectFrom(session, worker(name)?.place ?? hosts, [attempt]);
    return outcome === undefined ? '' : textOf(outcome);
  };
  expect(await tries('north', at.south)).toBe(at.north);
  expect(await tries('south', at.north)).toBe(at.south);
  expect(await tries('demo', at.south)).toMatch(/^\((timeout|EHOSTUNREACH|ENETUNREACH)\)$/);
}, 60_000);

test('a tenant who uses the addresses of others reaches nobody', async () => {
  const placeOf = (name: string) => ends.find((end) => end.name === name)?.place ?? hosts;
  const place = placeOf('cluster-demo/md-a-0');
  const owner = placeOf('cluster-south/md-a-0');
  const [localAddress = ''] = owner.addresses;
  const [address = ''] = world.addresses;
  // The file of south names this DNS server, so policies let packets with this sender pass.
  const question = { protocol: 'UDP', address, port: 53 } as const;
  const heard = () =>
    listeners
      .flatMap(({ clients }) => clients)
      .filter((client) => client === `UDP 53 ${localAddress}`).length;
  const before = heard();
  const asked = await connectFrom(session, owner, [question]);
  expect(asked.map(textOf)).toEqual([localAddress]);
  await eventually('the server has heard the owner of the address', () =>
    Promise.resolve(heard() > before),
  );
  const { enter } = place;
  await session.capture([...enter, 'ip', 'address', 'add', `${localAddress}/32`, 'dev', 'lo']);
  const known = heard();
  try {
    const outcomes = await connectFrom(session, place, [
      { ...question, localAddress },
      { protocol: 'UDP', address: '10.244.255.254', port: 53, localAddress },
    ]);
    expect(outcomes.map(textOf)).toEqual(['(timeout)', '(timeout)']);
    // Not even a first packet has arrived, whose answer would have gone to the owner of the address.
    expect(heard()).toBe(known);
  } finally {
    await session.capture([...enter, 'ip', 'address', 'del', `${localAddress}/32`, 'dev', 'lo']);
  }
}, 60_000);

test('policies that somebody removes by hand are a hole that packets find, and drift finds', async () => {
  const foreseen = await livePolicies();
  const names = /^(apps\/app-e2e|cluster-demo\/md-a-0|cluster-north\/csi-controller-.*)$/;
  const some = ends.filter(({ name }) => names.test(name));
  const found = async () => differences(predict(foreseen, some), await measure(session, some));
  const remove = (name: string) =>
    kubectl(session, ['delete', 'networkpolicy', name, '-n', 'cluster-north']);
  // One of the two that deny every sender is enough. (South has a third: its own policy.)
  await remove('default-deny');
  expect(await found()).toEqual([]);
  await remove('same-cluster');
  await eventually('the hole is open', async () =>
    (await found()).some((line) =>
      /^open, and not predicted: apps\/app-e2e -> cluster-north\/csi-controller-\S+ TCP 22$/.test(
        line,
      ),
    ),
  );
  const preview = ['preview', '--refresh', '--expect-no-changes', '--diff'];
  const { code, stdout } = await pulumi(session, north, preview);
  expect(code).not.toBe(0);
  for (const name of ['default-deny', 'same-cluster']) {
    expect(stdout).toMatch(new RegExp(`NetworkPolicy[^]*cluster-north/${name}`));
  }
  const repaired = await pulumi(session, north, ['up', '--yes', '--skip-preview', '--refresh']);
  expect(repaired.code).toBe(0);
  await eventually('the hole is shut', async () => (await found()).length === 0);
}, 300_000);
