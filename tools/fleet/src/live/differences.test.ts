// SPDX-License-Identifier: Apache-2.0
import { prod } from '../testing/ask.ts';
import { prodFacts } from '../testing/small-live.ts';
import { differences, groupsOnHosts } from './differences.ts';

const lines = (...args: Parameters<typeof differences>) =>
  differences(...args).map(
    ({ live, name, planned, tone, what }) => `${tone}: ${what} ${name}: ${planned} -> ${live}`,
  );

test('what differs from the files is told, what needs somebody first', () => {
  expect(lines(prod, prodFacts)).toEqual([
    'bad: host h2: ready -> unknown',
    'bad: machine shop/web-2: ready -> Starting',
    'warn: KubeVirt prod: 1.8.4 -> 1.8.3',
    'calm: machines on a host shop/web on h1: 3 -> 1',
    'calm: machines on a host shop/web on h2: 0 -> 1',
  ]);
});

test('hosts, machines and groups that are missing or too many are told', () => {
  const [h1] = prodFacts.hosts.value ?? [];
  const [web0] = prodFacts.machines.value ?? [];
  if (h1 === undefined || web0 === undefined) throw new Error('the small fleet has neither');
  const hosts = { ...prodFacts.hosts, value: [h1, { ...h1, name: 'h3' }] };
  const machines = { ...prodFacts.machines, value: [web0, { ...web0, group: 'old' }] };
  const told = lines(prod, { ...prodFacts, hosts, machines });
  expect(told.filter((line) => line.startsWith('bad'))).toEqual([
    'bad: host h2: a host -> is not there',
    'bad: host h3: no host -> is there',
    'bad: machines shop/web: 3 -> 1',
    'bad: machines shop/old: 0 -> 1',
  ]);
});

test('what nobody could read differs from nothing', () => {
  const unread = { from: 'live', place: 'p', at: prodFacts.hosts.at, problem: 'away' } as const;
  const { balancers, backups, endings, stacks } = prodFacts;
  const facts = {
    ...{ stacks, balancers, backups, endings, clusters: [] },
    ...{ kubernetes: unread, kubevirt: unread, cdi: unread, hosts: unread, machines: unread },
  };
  expect(differences(prod, facts)).toEqual([]);
  expect(groupsOnHosts(prod, facts)).toEqual([]);
});

test('machines of a cluster whose file cannot be read are not called too many', () => {
  const [web0] = prodFacts.machines.value ?? [];
  if (web0 === undefined) throw new Error('the small fleet has no machine');
  const value = [0, 1, 2].map((index) => ({ ...web0, name: `web-${index}` }));
  const machines = { ...prodFacts.machines, value: [...value, { ...web0, cluster: 'bank' }] };
  expect(lines(prod, { ...prodFacts, machines }).filter((line) => line.includes('bank'))).toEqual([
    'calm: machines on a host bank/web on h1: 0 -> 1',
  ]);
});
