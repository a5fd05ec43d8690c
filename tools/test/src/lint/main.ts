// SPDX-License-Identifier: Apache-2.0
import { readCachedProjectGraph } from '@nx/devkit';
import { join, resolve } from 'node:path';
import { lintChanged } from './lint-changed.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** Without Nx's graph of projects its rule, the module boundaries, is skipped. */
function hasGraph(): boolean {
  try {
    return Object.keys(readCachedProjectGraph().nodes).length > 0;
  } catch {
    return false;
  }
}

const { errors, files, known, text } = await lintChanged(
  root,
  join(root, 'node_modules/.cache/strata/lint.json'),
  hasGraph,
);
if (text !== '') console.log(text);
console.log(
  `ESLint: ${files.length} files looked through, ${known} unchanged since it found nothing`,
);
process.exitCode = errors === 0 ? 0 : 1;
