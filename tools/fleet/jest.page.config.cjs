// SPDX-License-Identifier: Apache-2.0
'use strict';
const path = require('node:path');
const preset = require('../../jest.preset.cjs');

/** Tests of the page itself: it is TSX, which Node's own stripper does not read. */
module.exports = {
  ...preset,
  displayName: 'fleet page',
  testMatch: ['**/*.test.tsx'],
  extensionsToTreatAsEsm: [...preset.extensionsToTreatAsEsm, '.tsx'],
  moduleFileExtensions: [...preset.moduleFileExtensions, 'tsx'],
  transform: {
    ...preset.transform,
    '\\.tsx$': path.join(__dirname, '../jest/compile-tsx.cjs'),
  },
};
