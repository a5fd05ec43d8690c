// SPDX-License-Identifier: Apache-2.0

/** A version, and a URL where it can be verified. */
export interface Pin {
  /** Version as users of the project know it, without a leading `v`. */
  readonly version: string;
  readonly source: string;
}
