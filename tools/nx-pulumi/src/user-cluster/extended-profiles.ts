// SPDX-License-Identifier: Apache-2.0
import type { Tree } from '@nx/devkit';
import { resolveProfiles } from '@strata/user-cluster/profiles';
import type { ResolvedConfig } from '@strata/user-cluster/profiles';
import { refuse } from '../check-config.ts';
import { treeFiles } from './tree-files.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** The profiles that a new cluster extends. */
export class ExtendedProfiles {
  readonly #tree: Tree;
  readonly #file: string;
  readonly #names: readonly string[];
  /** Combined configuration of the profiles. */
  readonly said: Mapping;

  /**
   * @param file - path of the cluster's file.
   * @param names - with commas between them, the strongest last. @default none
   * @throws Error naming a profile that cannot be read.
   */
  constructor(tree: Tree, file: string, names = '') {
    this.#tree = tree;
    this.#file = file;
    this.#names = names === '' ? [] : names.split(',').map((name) => name.trim());
    const { config, problems } = this.with({});
    refuse('The cluster', problems);
    this.said = config;
  }

  /** Returns what the cluster's own file says: the names of the profiles, and the rest. */
  own(config: Mapping): Mapping {
    return this.#names.length === 0 ? config : { extends: this.#names, ...config };
  }

  /** Returns all that the cluster is made of. */
  with(config: Mapping): ResolvedConfig {
    const own = { file: this.#file, config: this.own(config) };
    return resolveProfiles(own, treeFiles(this.#tree));
  }
}
