// SPDX-License-Identifier: Apache-2.0
import { isInRanges } from './index.ts';

const ranges = ['10.0.0.10-10.0.0.20', '10.1.0.0/28', '10.2.0.1', 'fd00::/64'];

test.each(['10.0.0.10', '10.0.0.20', '10.1.0.15', '10.2.0.1', 'fd00::7'])('finds %s', (address) => {
  expect(isInRanges(address, ranges)).toBe(true);
});

test.each(['10.0.0.9', '10.0.0.21', '10.1.0.16', '10.2.0.2', 'fd01::7', 'nonsense'])(
  'does not find %s',
  (address) => {
    expect(isInRanges(address, ranges)).toBe(false);
  },
);

test('rejects text that is not a range', () => {
  expect(() => isInRanges('10.0.0.1', ['here'])).toThrow(
    '"here" is no range of addresses like 10.0.0.10-10.0.0.20 or 10.0.0.0/28',
  );
});
