// SPDX-License-Identifier: Apache-2.0
import type { CostChange } from '../pull-request/cost-change.ts';
import { costs } from './cost-words.ts';

type Compared = NonNullable<CostChange['compared']>;

const compared = (more: Partial<Compared> = {}): Compared => ({
  before: '4 128.00',
  after: '4 440.40',
  change: '+ 312.40',
  clusters: [
    { cluster: 'shop', change: '+ 300.00', why: '+2 machines' },
    { cluster: 'bank', change: '+ 12.40', why: 'new, +1 address' },
  ],
  uncounted: [],
  hasOtherPrices: false,
  ...more,
});

const cost = (more: Partial<CostChange> = {}): CostChange => ({
  environment: 'prod',
  currency: 'EUR',
  sum: '4 440.40',
  compared: compared(),
  notPriced: [],
  ...more,
});

test('the difference of an environment, before and after, then its clusters', () => {
  expect(costs([cost()])).toBe(
    'prod: <b>+ 312.40 EUR a month</b> (4 128.00 → 4 440.40): shop + 300.00 (+2 machines), bank + 12.40 (new, +1 address).',
  );
});

test('no difference, and a price file that cannot be read', () => {
  const same = compared({ before: '4 440.40', change: '+ 0.00', clusters: [] });
  const problem = 'stacks/prices/lab.yaml is wrong:\n  cpu: expected a price, got -1';
  expect(costs([{ environment: 'lab', problem }, cost({ compared: same })])).toBe(
    'lab: nobody can tell: stacks/prices/lab.yaml is wrong: cpu: expected a price, got -1; prod: nothing more (4 440.40 EUR a month).',
  );
});

test('each of several mistakes in a price file ends where the next begins', () => {
  const problem =
    'stacks/prices/lab.yaml is wrong:\n  cpu: expected a price, got -1\n  memoryGB: unknown key; did you mean "memoryGiB"?';
  expect(costs([{ environment: 'lab', problem }])).toBe(
    'lab: nobody can tell: stacks/prices/lab.yaml is wrong: cpu: expected a price, got -1; memoryGB: unknown key; did you mean &#34;memoryGiB&#34;?',
  );
});

test('what is in no sum is named', () => {
  const words = cost({
    compared: compared({ uncounted: ['old'], clusters: compared().clusters.slice(0, 1) }),
    notPriced: ['shop: 100 GiB of the StorageClass fast', 'old: a.yaml is wrong'],
  });
  expect(costs([words])).toBe(
    'prod: <b>+ 312.40 EUR a month</b> (4 128.00 → 4 440.40): shop + 300.00 (+2 machines); <b>not compared</b>, for nobody can tell what it takes or took: old; <b>not priced</b>: shop: 100 GiB of the StorageClass fast; old: a.yaml is wrong.',
  );
});

test('other prices, and the first ones', () => {
  expect(costs([cost({ compared: compared({ hasOtherPrices: true }) })])).toBe(
    'prod: <b>+ 312.40 EUR a month</b> (4 128.00 → 4 440.40): shop + 300.00 (+2 machines), bank + 12.40 (new, +1 address); its prices are others than before.',
  );
  const first = { environment: 'prod', currency: 'EUR', sum: '4 440.40', notPriced: [] };
  expect(costs([first])).toBe(
    'prod: 4 440.40 EUR a month; there is nothing to compare it with: before, it had no valid prices in EUR.',
  );
});

test('names of others make no markup, and hundreds of clusters take no more room than a few', () => {
  const clusters = Array.from({ length: 400 }, (_, index) => ({
    cluster: `c${index}`,
    change: '+ 1.00',
    why: '<b>@all',
  }));
  const text = costs([cost({ compared: compared({ clusters }) })]);
  expect(text).toContain('c0 + 1.00 (&#60;b&#62;@\u200ball), ');
  expect(text).toMatch(/, 394 more\.$/);
  expect(text.length).toBeLessThan(700);
});
