// SPDX-License-Identifier: Apache-2.0
'use strict';
const { env } = require('node:process');

/** What needs no sandbox of others; see apart.cjs. */
module.exports = {
  preset: '../jest.preset.cjs',
  displayName: 'e2e apart',
  testMatch: require('./apart.cjs'),
  testPathIgnorePatterns: env.STRATA_TEST_ALL === 'true' ? [] : require('./long.cjs'),
  globalSetup: '<rootDir>/src/apart-setup.ts',
  globalTeardown: '<rootDir>/src/apart-teardown.ts',
  testTimeout: 600_000,
};
