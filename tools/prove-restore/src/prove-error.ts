// SPDX-License-Identifier: Apache-2.0

/** Why nothing can be tried. Its message is for people, and is shown as it is. */
export class ProveError extends Error {
  override readonly name = 'ProveError';
}
