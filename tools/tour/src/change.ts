// SPDX-License-Identifier: Apache-2.0

/** A change of one file: its path from the root of the repository, and both texts. */
export interface Change {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}
