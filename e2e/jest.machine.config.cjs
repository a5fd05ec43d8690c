// SPDX-License-Identifier: Apache-2.0
'use strict';

/** Real machines, for which a job of its own has an hour: `npm test -- --machine`. */
module.exports = {
  preset: '../jest.preset.cjs',
  displayName: 'e2e machine',
  testMatch: ['<rootDir>/src/machine/*.test.ts'],
  globalSetup: '<rootDir>/src/machine/setup.ts',
  globalTeardown: '<rootDir>/src/machine/teardown.ts',
  testTimeout: 3_600_000,
};
