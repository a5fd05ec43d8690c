// SPDX-License-Identifier: Apache-2.0
'use strict';
const path = require('node:path');

/** @type {import('jest').Config} Shared by every package; see tools/jest. */
module.exports = {
  testEnvironment: 'node',
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': path.join(__dirname, 'tools/jest/strip-types.cjs') },
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  // Machines that run tests are busy: Jest's own five seconds are for idle ones.
  testTimeout: 300_000,
};
