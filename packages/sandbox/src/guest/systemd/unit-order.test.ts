// SPDX-License-Identifier: Apache-2.0
import { startOrder, stopOrder } from './unit-order.ts';

const unit = (name: string, after: string[] = [], before: string[] = []) => ({
  ...{ name, after, before },
});
const names = (units: readonly { name: string }[]) => units.map(({ name }) => name);

test('a unit starts after those that it names, and before those that it says', () => {
  const units = [unit('drain', ['kubelet']), unit('kubelet'), unit('endpoint', [], ['kubelet'])];
  expect(names(startOrder(units))).toEqual(['endpoint', 'kubelet', 'drain']);
});

test('units stop in the reverse order of their start, After= first', () => {
  const started = [unit('containerd'), unit('drain', ['kubelet']), unit('kubelet')];
  expect(names(stopOrder(started))).toEqual(['drain', 'kubelet', 'containerd']);
});

test('a circle ends', () => {
  expect(names(startOrder([unit('a', ['b']), unit('b', ['a'])]))).toEqual(['b', 'a']);
});
