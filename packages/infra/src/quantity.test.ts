// SPDX-License-Identifier: Apache-2.0
import { parseQuantity } from './quantity.ts';

test.each([
  ['64', 64],
  ['63500m', 63.5],
  ['263521024Ki', 269_845_528_576],
  ['1.5Gi', 1_610_612_736],
  ['128G', 128_000_000_000],
  ['0', 0],
])('reads %s', (quantity, value) => {
  expect(parseQuantity(quantity)).toBe(value);
});

test.each(['', 'Gi', '64 Gi', '-1', '64Xi'])('refuses "%s"', (quantity) => {
  expect(() => parseQuantity(quantity)).toThrow(`"${quantity}" is no quantity`);
});
