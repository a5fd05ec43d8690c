// SPDX-License-Identifier: Apache-2.0
import { prod } from '../testing/ask.ts';
import { prodFacts, readAt } from '../testing/small-live.ts';
import { differences } from './differences.ts';

const lines = (...args: Parameters<typeof differences>) =>
  differences(...args).map(
    ({ live, name, planned, tone, what }) => `${tone}: ${what} ${name}: ${planned} -> ${live}`,
  );

const valueOf = <T>({ value }: { readonly value?: readonly T[] | undefined }, index = 0): T => {
  const one = value?.[index];
  if (one === undefined) throw new Error('the small fleet has no such thing');
  return one;
};

test('lists hosts, nodes and machines that are not ready before versions that differ', () => {
  expect(lines(prod, prodFacts)).toEqual([
    'bad: host h2: ready -> unknown',
    'bad: machine shop/web-2: ready -> Scheduling',
    'warn: KubeVirt prod: 1.8.4 -> 1.8.3',
  ]);
});

test('lists hosts, machines and groups that are missing or too many', () => {
  const h1 = valueOf(prodFacts.hosts);
  const web0 = valueOf(prodFacts.machines);
  const hosts = { ...prodFacts.hosts, value: [h1, { ...h1, name: 'h3' }], problem: undefined };
  const machines = {
    ...prodFacts.machines,
    value: [web0, { ...web0, group: 'old' }],
    problem: undefined,
  };
  expect(lines(prod, { ...prodFacts, hosts, machines })).toEqual([
    'bad: host h2: a host -> not there',
    'bad: host h3: no host -> there',
    'bad: machines shop/web: 3 -> 1',
    'bad: machines shop/old: 0 -> 1',
    'warn: KubeVirt prod: 1.8.4 -> 1.8.3',
  ]);
});

test('lists a node of a user cluster that is not ready, and its version', () => {
  const node = { ...valueOf(prodFacts.hosts), name: 'web-0', ready: 'not ready' as const };
  const origin = { from: 'cluster', place: 'shop: /version', at: readAt } as const;
  const clusters = [
    {
      name: 'shop',
      kubernetes: { ...origin, value: '1.34.9' },
      nodes: { ...origin, value: [node] },
    },
  ];
  expect(lines(prod, { ...prodFacts, clusters })).toEqual([
    'bad: host h2: ready -> unknown',
    'bad: node shop/web-0: ready -> not ready',
    'bad: machine shop/web-2: ready -> Scheduling',
    'warn: KubeVirt prod: 1.8.4 -> 1.8.3',
    'warn: Kubernetes shop: 1.35.4 -> 1.34.9',
  ]);
});

test('a fact that could not be read differs from nothing', () => {
  const unread = { from: 'cluster', place: 'p', at: readAt, problem: 'away' } as const;
  const { backups, endings, stacks } = prodFacts;
  const versions = { kubernetes: unread, kubevirt: unread, cdi: unread };
  const facts = { ...versions, stacks, backups, endings, clusters: [], hosts: unread };
  expect(differences(prod, { ...facts, machines: unread })).toEqual([]);
});

test('machines of a cluster whose file cannot be read are not called too many', () => {
  const web0 = valueOf(prodFacts.machines);
  const value = [0, 1, 2].map((index) => ({ ...web0, name: `web-${index}` }));
  const machines = { ...prodFacts.machines, problem: undefined };
  expect(
    lines(prod, {
      ...prodFacts,
      machines: { ...machines, value: [...value, { ...web0, cluster: 'bank' }] },
    }),
  ).toEqual(['bad: host h2: ready -> unknown', 'warn: KubeVirt prod: 1.8.4 -> 1.8.3']);
});
