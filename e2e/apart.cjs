// SPDX-License-Identifier: Apache-2.0
'use strict';

/**
 * Files that make all that they need themselves, so they run beside the story of the others. None
 * that looks at all of stacks/: that story writes some of them.
 */
module.exports = [
  '15-bare-metal',
  '16-unfit-hosts',
  '18-bench',
  '95-upgrade',
  '96-written-volumes',
].map((name) => `<rootDir>/src/${name}.test.ts`);
