// SPDX-License-Identifier: Apache-2.0
'use strict';
const path = require('node:path');
const preset = require('./jest.preset.cjs');

/**
 * Unit tests run in plain Node, not in a context of their own for each file: modules are loaded once in
 * a worker and not once a file, which is a fifth of the work. So a test file must leave the process as
 * it found it: environment variables, mocks of the engine, hooks of modules.
 */
module.exports = {
  ...preset,
  // Node blanks types by itself.
  transform: {},
  runner: ['jest-light-runner', { runtime: 'child_process' }],
  setupFilesAfterEnv: [path.join(__dirname, 'tools/jest/complete-runner.mjs')],
};
