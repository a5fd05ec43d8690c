// SPDX-License-Identifier: Apache-2.0
'use strict';
const { env } = require('node:process');

/** One sandbox for all files but those apart, which run one after another in the order of their names. */
module.exports = {
  preset: '../jest.preset.cjs',
  displayName: 'e2e',
  testPathIgnorePatterns: [
    ...require('./apart.cjs'),
    // jest.machine.config.cjs has these.
    '<rootDir>/src/machine/',
    // jest.unit.config.cjs has these.
    '<rootDir>/src/kills/',
    // jest.readme.config.cjs has one of these, jest.unit.config.cjs the other.
    '<rootDir>/src/readme/',
    '<rootDir>/src/written-volumes/',
    ...(env.STRATA_TEST_ALL === 'true' ? [] : require('./long.cjs')),
  ],
  globalSetup: '<rootDir>/src/global-setup.ts',
  globalTeardown: '<rootDir>/src/global-teardown.ts',
  reporters: ['default', '<rootDir>/log-reporter.cjs'],
  testSequencer: '<rootDir>/sequencer.cjs',
  testTimeout: 600_000,
};
