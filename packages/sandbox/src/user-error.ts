// SPDX-License-Identifier: Apache-2.0

/** A failure the user can mend: shown as its message alone, without a stack trace. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
