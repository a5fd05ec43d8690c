// SPDX-License-Identifier: Apache-2.0
import { withValueAt } from './index.ts';

const whole = { pools: [{ name: 'a' }, { name: 'b' }], 'x.y': 1 };

test.each<[string, unknown, object]>([
  ['pools.1.name', 'c', { ...whole, pools: [{ name: 'a' }, { name: 'c' }] }],
  ['pools', [], { ...whole, pools: [] }],
  ['x/y', 2, { ...whole, 'x.y': 2 }],
  ['deep.er', 3, { ...whole, deep: { er: 3 } }],
])('another value at %s', (place, value, expected) => {
  expect(withValueAt(whole, place, value)).toEqual(expected);
});
