// SPDX-License-Identifier: Apache-2.0
import type { Tree } from '@nx/devkit';

/**
 * Adds a line to a file, behind the last one that matches.
 *
 * @throws Error where no line does.
 */
export function insertLine(tree: Tree, file: string, after: RegExp, line: string): void {
  const lines = (tree.read(file, 'utf8') ?? '').split('\n');
  const at = lines.findLastIndex((one) => after.test(one));
  if (at === -1) throw new Error(`${file} has no line like ${String(after)}`);
  tree.write(file, [...lines.slice(0, at + 1), line, ...lines.slice(at + 1)].join('\n'));
}
