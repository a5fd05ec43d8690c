// SPDX-License-Identifier: Apache-2.0
import { flushChanges, FsTree } from 'nx/src/generators/tree.js';
import generateUserCluster from './user-cluster/generator.ts';
import type { UserClusterOptions } from './user-cluster/user-cluster-options.ts';

/**
 * Writes the file of a new user cluster into a repository, as `nx g` does.
 *
 * @param root - folder of the repository.
 * @throws Error of the generator, which then has written nothing.
 */
export function writeUserCluster(root: string, options: UserClusterOptions): void {
  const tree = new FsTree(root, false);
  generateUserCluster(tree, options);
  flushChanges(root, tree.listChanges());
}
