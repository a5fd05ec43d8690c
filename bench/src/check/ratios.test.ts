// SPDX-License-Identifier: Apache-2.0
import type { Sample } from '../scenarios/sample.ts';
import { judgeRatios, limitOf } from './judge-ratios.ts';
import { costRatiosOf, ratioOf, ratiosOf } from './ratios.ts';
import { secondsOf as sample } from './test-sample.ts';

const ratios = ratiosOf('one-cluster');

const named = (name: string) => {
  const found = ratios.find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};

test('a ratio compares measurements of the same round, above the floor', () => {
  const samples = [
    sample(1, 'strata', 'floor', 1),
    sample(1, 'strata', 'create', 11),
    sample(1, 'kubectl', 'create', 2),
    sample(2, 'strata', 'floor', 1),
    sample(2, 'strata', 'create', 13),
    sample(2, 'kubectl', 'create', 2),
  ];
  expect(ratioOf(named('create-to-apply'), samples)).toEqual({ median: 5.5, spread: 0.5, runs: 2 });
});

test('ignores a round that lacks what a ratio needs', () => {
  const samples = [sample(1, 'strata', 'drift', 3), sample(2, 'kubectl', 'drift', 1)];
  expect(ratioOf(named('drift-to-diff'), samples).runs).toBe(0);
});

test('a destroy is compared without the time that Kubernetes lets a namespace be', () => {
  const samples = [sample(1, 'strata', 'create', 2), sample(1, 'strata', 'destroy', 8)];
  expect(ratioOf(named('destroy-after-waits-to-create'), samples).median).toBe(1.5);
  expect(ratioOf(named('destroy-to-create'), samples).median).toBe(4);
});

test('the targets are these, of which decision 57 has set those of a destroy', () => {
  const set = ratios.flatMap(({ name, target }) => (target === undefined ? [] : [[name, target]]));
  expect(set).toEqual([
    ['preview-to-diff', 1],
    ['create-to-apply', 2],
    ['drift-to-diff', 1],
    ['destroy-to-delete', 1],
    ['destroy-after-waits-to-create', 1],
    ['start-to-stock', 0.5],
    ['first-start-to-stock', 0.5],
  ]);
});

const summary = (median: number, spread: number, runs = 5) => ({ median, spread, runs });

test('the platform has the same targets, except for operations that it does not have', () => {
  expect(ratiosOf('platform').map(({ name }) => name)).toEqual([
    'preview-to-diff',
    'create-to-apply',
    'drift-to-diff',
    'destroy-to-delete',
    'destroy-after-waits-to-create',
    'start-to-stock',
    'first-start-to-stock',
    'destroy-to-create',
    'create-to-stock',
    'preview-to-stock',
    'drift-to-stock',
    'destroy-to-stock',
  ]);
});

test('CPU, memory and written state are compared with the stock program', () => {
  expect(costRatiosOf('platform').map(({ name }) => name)).toEqual([
    'create-cpu-to-stock',
    'preview-cpu-to-stock',
    'drift-cpu-to-stock',
    'destroy-cpu-to-stock',
    'create-memory-to-stock',
    'preview-memory-to-stock',
    'drift-memory-to-stock',
    'destroy-memory-to-stock',
    'create-state-to-stock',
    'destroy-state-to-stock',
  ]);
  const cost = { cpuSeconds: 4, peakMiB: 900, stateBytes: 300 };
  const samples: readonly Sample[] = [
    { ...sample(1, 'strata', 'create', 1), ...cost },
    { ...sample(1, 'stock', 'create', 1), cpuSeconds: 5, peakMiB: 600, stateBytes: 100 },
  ];
  const medians = costRatiosOf('one-cluster')
    .filter(({ name }) => name.startsWith('create-'))
    .map((ratio) => ratioOf(ratio, samples).median);
  expect(medians).toEqual([0.8, 1.5, 3]);
});

test('a growth of one fifth, or one that the recorded noise explains, is not a regression', () => {
  expect(limitOf(summary(2, 0))).toBeCloseTo(2.4);
  expect(limitOf(summary(2, 0.2))).toBeCloseTo(2.89, 2);
});

test('noise never explains more than a growth by a half', () => {
  expect(limitOf(summary(2, 1))).toBe(3);
});

test('reports a regression with both numbers', () => {
  const recorded = summary(2, 0.01);
  expect(judgeRatios([{ name: 'a', recorded, now: summary(2.3, 0.01) }])).toEqual([]);
  expect(judgeRatios([{ name: 'a', recorded, now: summary(3, 0.01) }])).toEqual([
    'a was 2.00 and is 3.00, more than 2.40: look at what has become slower, or record anew why it must be',
  ]);
});

test('a ratio that was not measured, or is not recorded, is a problem', () => {
  const nothing = summary(Number.NaN, Number.NaN, 0);
  expect(judgeRatios([{ name: 'a', recorded: summary(1, 0), now: nothing }])).toEqual([
    'a was not measured',
  ]);
  expect(judgeRatios([{ name: 'a', recorded: nothing, now: summary(1, 0) }])).toEqual([
    'a is not recorded: record anew',
  ]);
});

test('rounds that differ by more than a fifth say nothing, and that is a problem', () => {
  expect(judgeRatios([{ name: 'a', recorded: summary(2, 0), now: summary(2, 0.5) }])).toEqual([
    'a is 2.00 ± 0.50, too noisy to tell: check again while nothing else runs on the machine',
  ]);
});
