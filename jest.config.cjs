// SPDX-License-Identifier: Apache-2.0
'use strict';

/** All unit tests in one run; the end-to-end tests have a configuration of their own. */
module.exports = {
  projects: [
    {
      // One project: the tests of all packages share two workers, and the modules that these have loaded.
      ...require('./jest.unit.preset.cjs'),
      displayName: 'unit',
      rootDir: __dirname,
      testMatch: [
        '<rootDir>/{packages,tools}/*/{src,test}/**/*.test.ts',
        '<rootDir>/bench/**/*.test.ts',
        ...require('./e2e/jest.unit.config.cjs').testMatch.map((pattern) =>
          pattern.replace('<rootDir>', '<rootDir>/e2e'),
        ),
      ],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/tools/fleet/'],
    },
    '<rootDir>/tools/fleet/jest.config.cjs',
  ],
};
