// SPDX-License-Identifier: Apache-2.0
import { startOrder, stopOrder } from './unit-order.ts';

const unit = (name: string, after: string[] = [], before: string[] = []) => ({
  name,
  after,
  before,
});
const names = (units: readonly { name: string }[]) => units.map(({ name }) => name);

test('a unit starts after the units in its After= and before those in its Before=', () => {
  const units = [unit('drain', ['kubelet']), unit('kubelet'), unit('endpoint', [], ['kubelet'])];
  expect(names(startOrder(units))).toEqual(['endpoint', 'kubelet', 'drain']);
});

test('units stop in the reverse order of their start, and before the units in their After=', () => {
  const started = [unit('containerd'), unit('drain', ['kubelet']), unit('kubelet')];
  expect(names(stopOrder(started))).toEqual(['drain', 'kubelet', 'containerd']);
});

test('ends when units are ordered in a circle', () => {
  expect(names(startOrder([unit('a', ['b']), unit('b', ['a'])]))).toEqual(['b', 'a']);
});
