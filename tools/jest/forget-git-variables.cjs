// SPDX-License-Identifier: Apache-2.0
'use strict';
const { env } = require('node:process');

/**
 * Tests make repositories in folders of their own. In a hook of Git these variables lead to the
 * repository of the person instead. Settings stay: pipelines have `safe.directory` in them.
 */
for (const name of Object.keys(env)) {
  if (/^GIT_(?!CONFIG|SSH|SSL|EXEC_PATH|TERMINAL)/.test(name)) delete env[name];
}
