// SPDX-License-Identifier: Apache-2.0
'use strict';

module.exports = {
  projects: [
    { ...require('../../jest.unit.preset.cjs'), displayName: 'fleet', rootDir: __dirname },
    '<rootDir>/jest.page.config.cjs',
  ],
};
