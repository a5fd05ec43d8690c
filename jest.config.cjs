// SPDX-License-Identifier: Apache-2.0
'use strict';

/** All unit tests in one run; the end-to-end tests have a configuration of their own. */
module.exports = {
  // Of several projects Jest reads this here alone.
  testTimeout: require('./jest.preset.cjs').testTimeout,
  // Modules of finished test files stay in a worker's memory: without an end, the last ones find none left.
  workerIdleMemoryLimit: '1536MB',
  projects: [
    '<rootDir>/packages/*/jest.config.cjs',
    '<rootDir>/tools/*/jest.config.cjs',
    '<rootDir>/bench/jest.config.cjs',
    '<rootDir>/e2e/jest.unit.config.cjs',
  ],
};
