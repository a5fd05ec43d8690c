// SPDX-License-Identifier: Apache-2.0
import { isolationEdges, isolationTable } from './index.ts';
import type { IsolatedCluster } from './index.ts';
import type { Policy } from '@strata/network-policies';

type Spec = Policy['spec'];

const deny: Spec = { podSelector: {}, policyTypes: ['Ingress', 'Egress'] };
const own = { podSelector: {} };
const sameCluster: Spec = {
  policyTypes: ['Ingress', 'Egress'],
  ingress: [{ from: [own] }],
  egress: [{ to: [own] }],
};

function cluster(
  number: number,
  specs: readonly Spec[] = [deny, sameCluster],
  networks: readonly string[] = [],
): IsolatedCluster {
  return {
    name: `c${number}`,
    labels: { cluster: `c${number}` },
    policies: specs.map((spec) => ({ spec })),
    podRanges: ['10.244.0.0/16'],
    endpoint: `192.0.2.${number}`,
    loadBalancers: [`192.0.2.${100 + number}`],
    networks,
  };
}

const said = (...clusters: IsolatedCluster[]) =>
  isolationEdges(clusters).map(({ by, from, plane, to }) => `${from} ${to} ${plane}: ${by}`);

test('clusters that deny everything but their own traffic cannot reach each other', () => {
  expect(said(cluster(1), cluster(2), cluster(3))).toEqual([]);
  expect(isolationTable([{ name: 'a' }, { name: 'b' }], [])).toEqual([
    '| from | to | pods | api | load balancers | vlan |',
    '| a | b | - | - | - | - |',
    '| b | a | - | - | - | - |',
  ]);
});

test('a cluster open for egress cannot reach pods of a closed one, but can reach its addresses', () => {
  const out: Spec = { policyTypes: ['Egress'], egress: [{}] };
  expect(said(cluster(1, [deny, out]), cluster(2))).toEqual([
    'c1 c2 api: TCP 6443 of 192.0.2.2',
    'c1 c2 load balancers: TCP 80 of 192.0.2.102',
    'c1 c2 load balancers: TCP 443 of 192.0.2.102',
  ]);
});

test('clusters in one network reach each other there, whatever policies say', () => {
  const clusters = [cluster(1, undefined, ['office']), cluster(2, undefined, ['office', 'own'])];
  expect(said(...clusters)).toEqual(['c1 c2 vlan: office', 'c2 c1 vlan: office']);
  expect(isolationTable(clusters, isolationEdges(clusters))[1]).toBe(
    '| c1 | c2 | - | - | - | office |',
  );
});

/** Returns a generator of the same numbers in every run, so that failures are reproducible. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Names of the probes of a VM, written by hand. */
const toMachines = [
  'pods: TCP 22',
  'pods: TCP 10250',
  'pods: UDP 8473',
  'pods: TCP 2379',
  'api: TCP 6443',
  'load balancers: TCP 30000',
  'load balancers: TCP 32767',
];

test('finds the same connections as comparing all pairs, on every plane, in 300 generated sets', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const below = numbersFrom(seed);
    const all = Array.from({ length: 2 + below(3) }, (_, index) => index);
    const some = () => all.map(() => all.filter(() => below(3) === 0));
    const [letsOut, letsIn, callsApi, callsDoors] = [some(), some(), some(), some()];
    const networks = all.map(() => ['a', 'b', 'c'].filter(() => below(3) === 0));
    const peers = (names: readonly number[] = []) =>
      names.map((name) => ({ namespaceSelector: { matchLabels: { cluster: `c${name}` } } }));
    const blocks = (first: number, names: readonly number[] = []) =>
      names.map((name) => ({ ipBlock: { cidr: `192.0.2.${first + name}/32` } }));
    const egress = (to: readonly object[], port?: number): readonly Spec[] =>
      to.length === 0
        ? []
        : [{ policyTypes: ['Egress'], egress: [{ to, ...(port && { ports: [{ port }] }) }] }];
    const clusters = all.map((number) =>
      cluster(
        number,
        [
          deny,
          ...egress(peers(letsOut[number])),
          ...egress(blocks(0, callsApi[number]), 6443),
          ...egress(blocks(100, callsDoors[number]), 443),
          ...(letsIn[number]?.length
            ? [{ policyTypes: ['Ingress'], ingress: [{ from: peers(letsIn[number]) }] }]
            : []),
        ],
        networks[number],
      ),
    );
    const slowly = all.flatMap((one) =>
      all
        .filter((other) => other !== one)
        .flatMap((other) => {
          const way = (what: string) => `c${one} c${other} ${what}`;
          const meet =
            letsOut[one]?.includes(other) === true && letsIn[other]?.includes(one) === true;
          return [
            ...(meet ? toMachines.map(way) : []),
            ...(callsApi[one]?.includes(other) === true
              ? [way(`api: TCP 6443 of 192.0.2.${other}`)]
              : []),
            ...(callsDoors[one]?.includes(other) === true
              ? [way(`load balancers: TCP 443 of 192.0.2.${100 + other}`)]
              : []),
            ...(networks[one] ?? [])
              .filter((name) => networks[other]?.includes(name))
              .map((name) => way(`vlan: ${name}`)),
          ];
        }),
    );
    expect({ seed, found: said(...clusters) }).toEqual({ seed, found: slowly });
  }
});
