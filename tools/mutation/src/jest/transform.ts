// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join, relative } from 'node:path';
import { readPlan } from './read-plan.ts';

const { sources, root } = readPlan();

/** Returns the source with its mutants if it has any, else the source. */
function textOf(path: string, sourceText: string): string {
  const instrumented = join(sources, relative(root, path));
  return existsSync(instrumented) ? readFileSync(instrumented, 'utf8') : sourceText;
}

/** Transform like `tools/jest/strip-types.cjs`, but with the instrumented sources. */
export default {
  process: (sourceText: string, path: string) => ({
    code: stripTypeScriptTypes(textOf(path, sourceText), { mode: 'strip' }),
  }),
  getCacheKey: (sourceText: string, path: string) =>
    createHash('sha256').update(path).update('\0').update(textOf(path, sourceText)).digest('hex'),
};
