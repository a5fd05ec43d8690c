// SPDX-License-Identifier: Apache-2.0

/** Place of a fact. */
export interface Source {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Key in the file; empty for the whole file. */
  readonly key: string;
}
