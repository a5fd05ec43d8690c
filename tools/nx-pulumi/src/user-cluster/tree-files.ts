// SPDX-License-Identifier: Apache-2.0
import type { Tree } from '@nx/devkit';
import type { FileSource } from '@strata/contracts/file-source';

/** A file that is not written yet. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

/** The files of a tree, and one more. */
export function treeFiles(tree: Tree, more?: NewFile): FileSource {
  const [folder = '', name = ''] = more?.path.split(/\/(?=[^/]*$)/) ?? [];
  return {
    list: (path) =>
      [...tree.children(path), ...(more !== undefined && path === folder ? [name] : [])].sort(),
    read: (path) => (path === more?.path ? more.text : (tree.read(path, 'utf8') ?? undefined)),
  };
}
