// SPDX-License-Identifier: Apache-2.0
'use strict';
const { env } = require('node:process');

/** Take many minutes, and few changes concern them: `npm test -- --all` runs them as well. */
const long = [
  '<rootDir>/tools/gitops/src/deploy/four-hundred-days.test.ts',
  '<rootDir>/packages/user-cluster/src/inside/flux/real-flux.test.ts',
  '<rootDir>/tools/prove-restore/src/real-restore-drills.test.ts',
];

/** All unit tests in one run; the end-to-end tests have a configuration of their own. */
module.exports = {
  // Of several projects Jest reads this here alone.
  testTimeout: require('./jest.preset.cjs').testTimeout,
  projects: [
    {
      // One project: the tests of all packages share two workers, and the modules that these have loaded.
      ...require('./jest.unit.preset.cjs'),
      displayName: 'unit',
      rootDir: __dirname,
      // Copies of the repository, in which npm run mutate changes scripts.
      modulePathIgnorePatterns: ['<rootDir>/.strata/'],
      testMatch: [
        '<rootDir>/{packages,tools}/*/{src,test}/**/*.test.ts',
        '<rootDir>/bench/**/*.test.ts',
        ...require('./e2e/jest.unit.config.cjs').testMatch.map((pattern) =>
          pattern.replace('<rootDir>', '<rootDir>/e2e'),
        ),
      ],
      testPathIgnorePatterns: ['/node_modules/', ...(env.STRATA_TEST_ALL === 'true' ? [] : long)],
    },
    // jest.unit.preset.cjs cannot have the page's TSX.
    '<rootDir>/tools/fleet/jest.page.config.cjs',
  ],
};
