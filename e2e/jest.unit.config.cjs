// SPDX-License-Identifier: Apache-2.0
'use strict';

/** Of the end-to-end tests, what needs no sandbox: it is among the unit tests. */
module.exports = {
  preset: '../jest.unit.preset.cjs',
  displayName: 'e2e unit',
  testMatch: [
    '<rootDir>/src/{kills,promises,written-volumes}/*.test.ts',
    '<rootDir>/src/readme/readme-steps.test.ts',
  ],
};
