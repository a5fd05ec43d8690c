// SPDX-License-Identifier: Apache-2.0

/** Something that a person can put right: its message is all there is to say. */
export class GitopsError extends Error {
  override readonly name = 'GitopsError';
}
