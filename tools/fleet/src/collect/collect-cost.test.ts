// SPDX-License-Identifier: Apache-2.0
import { compareEnvironments } from '../change/compare-environments.ts';
import type { Environment } from '../model.ts';
import { repositoryRoot, TestRepository } from '../testing/test-repository.ts';
import { collectFleet } from './collect-fleet.ts';

function production(root = repositoryRoot): Environment {
  const [environment] = collectFleet(root, ['production']).environments;
  if (environment === undefined) throw new Error('there is no production');
  return environment;
}

const prices = 'stacks/prices/production.yaml';

test('collects what each user cluster costs, what of it, and the share of what is paid for', () => {
  expect(production().cost).toEqual({
    value: {
      currency: 'EUR',
      things: ['CPUs', 'GiB of memory', 'GiB of ceph-block', 'addresses'],
      clusters: [
        {
          name: 'reports',
          parts: ['112.00 (14)', '112.00 (56)', '15.80 (158)', '4.00 (1)'],
          sum: '243.80',
        },
        {
          name: 'shop',
          parts: ['544.00 (68)', '544.00 (272)', '57.80 (578)', '8.00 (2)'],
          sum: '1 153.80',
        },
      ],
      all: {
        name: 'all',
        parts: ['656.00 (82)', '656.00 (328)', '73.60 (736)', '12.00 (3)'],
        sum: '1 397.60',
      },
      notPriced: [],
      hosts: { value: { count: 9, paidFor: '4 500.00', usedPercent: '31.1' } },
      source: { file: prices, key: '' },
    },
  });
});

test('says what a price file that is wrong lacks, and nothing where there is none', () => {
  const { cost: none } = collectFleet(repositoryRoot, ['staging']).environments[0] ?? {};
  expect(none).toBeUndefined();
  using repository = new TestRepository();
  repository.write(prices, { currency: 'EUR', cpu: 1, memoryGiB: 1, storageGiB: {} });
  expect(production(repository.root).cost).toEqual({
    problem: `${prices} is wrong:\n  address: missing; expected a price of 0 or more, below 1000000000, with at most 6 decimals`,
  });
});

test('before and after, what costs something else is a fact that changes', () => {
  using repository = new TestRepository();
  const free = { cpu: 0, memoryGiB: 0, storageGiB: {}, address: 2 };
  repository.write(prices, { currency: 'EUR', ...free });
  const source = { file: prices, key: '' };
  const change = compareEnvironments(production(repository.root), production());
  expect(change?.facts).toEqual([
    {
      kind: 'changes',
      what: 'cost a month',
      name: 'all clusters',
      before: '6.00 EUR',
      after: '1 397.60 EUR',
      source,
    },
    {
      kind: 'changes',
      what: 'cost a month',
      name: 'reports',
      before: '2.00 EUR',
      after: '243.80 EUR',
      source,
    },
    {
      kind: 'changes',
      what: 'cost a month',
      name: 'shop',
      before: '4.00 EUR',
      after: '1 153.80 EUR',
      source,
    },
    { kind: 'appears', what: 'paid for hosts', name: 'a month', after: '4 500.00 EUR', source },
    ...['reports: 158', 'shop: 578'].map((what) => ({
      kind: 'goes',
      what: 'not priced',
      name: `${what} GiB of the StorageClass "ceph-block"; write its price into ${prices}, storageGiB`,
      before: 'in no sum',
      source,
    })),
  ]);
});
