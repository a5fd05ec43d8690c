// SPDX-License-Identifier: Apache-2.0
// Components of a page, as the page's own build compiles them.
'use strict';
const { transformSync } = require('esbuild');

module.exports = {
  process(sourceText, sourcefile) {
    return transformSync(sourceText, {
      sourcefile,
      loader: 'tsx',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      format: 'esm',
      target: 'es2024',
      sourcemap: 'inline',
    });
  },
};
