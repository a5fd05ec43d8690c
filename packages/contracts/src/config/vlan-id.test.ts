// SPDX-License-Identifier: Apache-2.0
import { hasVlan } from './vlan-id.ts';

test.each([
  [5, true],
  [100, true],
  [102, true],
  [99, false],
  [103, false],
])('the list of VLAN 5 and 100-102 contains %i: %s', (vlan, is) => {
  expect(hasVlan([5, '100-102'], vlan)).toBe(is);
});
