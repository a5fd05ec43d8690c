// SPDX-License-Identifier: Apache-2.0
import { workspaceRoot } from '@strata/sandbox';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One replacement in a text that must be there. */
export type Change = readonly [from: string | RegExp, to: string];

/**
 * The text of a file below stacks/, changed.
 *
 * @param root - the checkout that has the file. @default this working tree
 */
export function changedText(
  file: string,
  changes: readonly Change[],
  root: string = workspaceRoot,
): string {
  const original = readFileSync(join(root, 'stacks', file), 'utf8');
  return changes.reduce((before, [from, to]) => {
    const isThere = typeof from === 'string' ? before.includes(from) : from.test(before);
    if (!isThere) throw new Error(`stacks/${file} has no "${String(from)}" to change`);
    return before.replace(from, to);
  }, original);
}

/**
 * A copy of a stack's file with some things changed, for --config-file.
 *
 * @param file - below stacks/.
 * @param dir - where the copy goes.
 */
export function changedConfig(file: string, dir: string, ...changes: readonly Change[]): string {
  const path = join(dir, `${Math.random().toString(36).slice(2)}.yaml`);
  writeFileSync(path, changedText(file, changes));
  return path;
}
