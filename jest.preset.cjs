// SPDX-License-Identifier: Apache-2.0
'use strict';
const path = require('node:path');
require('./tools/jest/forget-git-variables.cjs');

/**
 * @type {import('jest').Config} For Jest's own runner: the end-to-end tests, those of the fleet page, and
 * npm run mutate. Unit tests have jest.unit.preset.cjs.
 */
module.exports = {
  testEnvironment: 'node',
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': path.join(__dirname, 'tools/jest/strip-types.cjs') },
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  // Machines that run tests are busy: Jest's own five seconds are for idle ones.
  testTimeout: 300_000,
};
