// SPDX-License-Identifier: Apache-2.0

/** A failure that the user can fix: shown as its message alone, without a stack trace. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** A command line that says something wrong; the exit code is 2. */
export class WrongCommandLine extends UserError {}
