// SPDX-License-Identifier: Apache-2.0
import { prod } from '../testing/ask.ts';
import { prodFacts } from '../testing/small-live.ts';
import { machinePlaces } from './machine-places.ts';

test('names the machines that run on a host beside the number that the planner puts there', () => {
  expect(machinePlaces(prod, prodFacts)).toEqual([
    { host: 'h1', cluster: 'shop', group: 'web', planned: 3, live: ['web-0'] },
    { host: 'h2', cluster: 'shop', group: 'web', planned: 0, live: ['web-1'] },
  ]);
});

test('is empty when places or machines are not known', () => {
  const { at, from, place } = prodFacts.machines;
  const machines = { at, from, place, problem: 'it refuses (HTTP 403)' };
  expect(machinePlaces(prod, { ...prodFacts, machines })).toEqual([]);
  expect(machinePlaces({ ...prod, capacity: { problem: 'no file' } }, prodFacts)).toEqual([]);
});
