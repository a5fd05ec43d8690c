// SPDX-License-Identifier: Apache-2.0
import { renderToString } from 'preact-render-to-string';
import type { CostFacts, Environment, Fleet, Known } from '../model.ts';
import { smallFleet } from '../testing/small-fleet.ts';
import { Page } from './app.tsx';
import type { Route } from './route.ts';

const facts: CostFacts = {
  currency: 'EUR',
  things: ['CPUs', 'GiB of memory', 'GiB of fast', 'addresses'],
  clusters: [
    {
      name: 'shop',
      parts: ['20.00 (2)', '8.00 (4)', 'not priced (30)', '3.00 (1)'],
      sum: '31.00',
    },
  ],
  all: {
    name: 'all',
    parts: ['20.00 (2)', '8.00 (4)', 'not priced (30)', '3.00 (1)'],
    sum: '31.00',
  },
  notPriced: ['shop: 30 GiB of the StorageClass fast'],
  hosts: { value: { count: 2, paidFor: '100.00', usedPercent: '31.0' } },
  source: { file: 'stacks/prices/prod.yaml', key: '' },
};

function fleetWith(cost: Known<CostFacts> | undefined): Fleet {
  const environments = smallFleet.environments.map((one): Environment =>
    one.name === 'prod' && cost ? { ...one, cost } : one,
  );
  return { ...smallFleet, environments };
}

function textOf(cost: Known<CostFacts> | undefined, route: Route): string {
  return renderToString(<Page fleet={fleetWith(cost)} route={route} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

const overview: Route = { environment: 'prod', view: 'overview' };
const shop: Route = { environment: 'prod', view: 'clusters', item: 'shop' };

test('the environment view shows who uses what, and how much of what is paid for', () => {
  const text = textOf({ value: facts }, overview);
  expect(text).toContain(
    'Cost a month User clusters 31.00 EUR from the file stacks/prices/prod.yaml',
  );
  expect(text).toContain('Paid for hosts 100.00 EUR 2 hosts Of it used at least 31.0 %');
  expect(text).toContain(
    'Cluster CPUs GiB of memory GiB of fast addresses Sum shop 20.00 (2) 8.00 (4) not priced (30) 3.00 (1) 31.00 all 20.00 (2)',
  );
  expect(text).toContain(
    'in no sum, for nobody says what it costs shop: 30 GiB of the StorageClass fast',
  );
});

test('the fleet and the cluster view show the sum', () => {
  expect(textOf({ value: facts }, { view: 'overview' })).toContain(
    'Capacity Cost a month prod last v1.8 1.8.4 1.65.0 1.35.4 2 2 4 40 of 100 GiB 1 limit not kept 31.00 EUR',
  );
  expect(textOf({ value: facts }, shop)).toContain('Cost a month 31.00 EUR');
});

test('what is not known is said', () => {
  const problem = 'stacks/prices/prod.yaml is wrong';
  expect(textOf({ problem }, overview)).toContain(`Cost a month Not known: ${problem}`);
  expect(textOf({ problem }, { view: 'overview' })).toContain('1 limit not kept not known');
  expect(textOf({ value: { ...facts, clusters: [] } }, shop)).toContain('Cost a month not known');
  const hosts = { problem: 'nobody says what hosts there are' };
  expect(textOf({ value: { ...facts, hosts } }, overview)).toContain(
    'Paid for hosts not known nobody says what hosts there are',
  );
});

test('without prices no view says anything about cost', () => {
  for (const route of [overview, shop, { view: 'overview' } as const]) {
    expect(textOf(undefined, route).toLowerCase()).not.toContain('cost');
  }
});
