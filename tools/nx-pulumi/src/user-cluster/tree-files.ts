// SPDX-License-Identifier: Apache-2.0
import type { Tree } from '@nx/devkit';
import type { FileSource } from '@strata/contracts/file-source';

/** A file that is not written yet. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

/** The files of a tree, and more. */
export function treeFiles(tree: Tree, more: readonly NewFile[] = []): FileSource {
  const newIn = (folder: string) =>
    more.flatMap(({ path }) =>
      path.startsWith(`${folder}/`) && !path.slice(folder.length + 1).includes('/')
        ? [path.slice(folder.length + 1)]
        : [],
    );
  return {
    list: (folder) => [...tree.children(folder), ...newIn(folder)].sort(),
    read: (file) =>
      more.find(({ path }) => path === file)?.text ?? tree.read(file, 'utf8') ?? undefined,
  };
}
