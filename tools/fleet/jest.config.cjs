// SPDX-License-Identifier: Apache-2.0
'use strict';

module.exports = {
  // Of several projects Jest reads this here alone.
  testTimeout: require('../../jest.preset.cjs').testTimeout,
  projects: [
    { ...require('../../jest.unit.preset.cjs'), displayName: 'fleet', rootDir: __dirname },
    '<rootDir>/jest.page.config.cjs',
  ],
};
