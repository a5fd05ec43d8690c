// SPDX-License-Identifier: Apache-2.0
import { bytesOf } from './storage-size.ts';

test.each([
  ['10Gi', 10_737_418_240],
  ['512Mi', 536_870_912],
  ['2G', 2_000_000_000],
  ['5690831668', 5_690_831_668],
  ['1500m', 2],
  ['1e9', 1_000_000_000],
  ['2E', 2_000_000_000_000_000_000],
])('%s is %d bytes', (size, bytes) => {
  expect(bytesOf(size)).toBe(bytes);
});

test.each(['', '10 Gi', '10Gb', '-1'])('rejects "%s" as a size', (size) => {
  expect(() => bytesOf(size)).toThrow(`not a size: ${size}`);
});
