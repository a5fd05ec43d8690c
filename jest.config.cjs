// SPDX-License-Identifier: Apache-2.0
'use strict';

/** All unit tests in one run; the end-to-end tests have a configuration of their own. */
module.exports = {
  projects: ['<rootDir>/packages/*/jest.config.cjs', '<rootDir>/tools/*/jest.config.cjs'],
};
