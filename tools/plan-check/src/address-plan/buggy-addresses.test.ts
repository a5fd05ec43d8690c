// SPDX-License-Identifier: Apache-2.0
import { buggyAddresses } from './buggy-addresses.ts';

test('finds the addresses of pools that end in .0 or .255 and that MetalLB leaves out', () => {
  const addresses = ['10.0.0.250-10.0.2.3', '10.1.0.1-10.1.0.9', 'fd00::/64'];
  expect(buggyAddresses([{ addresses, avoidBuggyIPs: true }])).toEqual([
    '10.0.0.255',
    '10.0.1.0',
    '10.0.1.255',
    '10.0.2.0',
  ]);
  expect(buggyAddresses([{ addresses }, { addresses, avoidBuggyIPs: false }])).toEqual([]);
});
