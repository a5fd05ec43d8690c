// SPDX-License-Identifier: Apache-2.0
'use strict';

/** The README, followed in a fresh clone: `npm test -- --readme`. */
module.exports = {
  preset: '../jest.preset.cjs',
  displayName: 'e2e readme',
  testMatch: ['<rootDir>/src/readme/follow-readme.test.ts'],
  testTimeout: 7_200_000,
  // Each command goes on from what those before have left.
  bail: 1,
};
