// SPDX-License-Identifier: Apache-2.0
// Jest runs the same source that Node runs: types are blanked by Node's own
// stripper, so line and column numbers in stack traces stay those of the file.
'use strict';
const { stripTypeScriptTypes } = require('node:module');

module.exports = {
  process(sourceText) {
    return { code: stripTypeScriptTypes(sourceText, { mode: 'strip' }) };
  },
};
