// SPDX-License-Identifier: Apache-2.0
import { workspaceRoot } from '@strata/sandbox';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One replacement in a text that must be there. */
export type Change = readonly [from: string | RegExp, to: string];

/**
 * A copy of a stack's file with some things changed, for --config-file.
 *
 * @param file - below stacks/.
 * @param dir - where the copy goes.
 */
export function changedConfig(file: string, dir: string, ...changes: readonly Change[]): string {
  const original = readFileSync(join(workspaceRoot, 'stacks', file), 'utf8');
  const text = changes.reduce((before, [from, to]) => {
    const after = before.replace(from, to);
    if (after === before) throw new Error(`stacks/${file} has no "${String(from)}" to change`);
    return after;
  }, original);
  const path = join(dir, `${Math.random().toString(36).slice(2)}.yaml`);
  writeFileSync(path, text);
  return path;
}
