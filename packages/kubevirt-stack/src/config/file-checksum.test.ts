// SPDX-License-Identifier: Apache-2.0
import { knowsChecksums } from './file-checksum.ts';

test.each([
  ['1.64.9', false],
  ['1.65.0', true],
  ['1.66.0', true],
])('CDI %s compares a file with its checksum: %s', (version, isSo) => {
  expect(knowsChecksums(version)).toBe(isSo);
});
