// SPDX-License-Identifier: Apache-2.0

/** The command line is wrong: the message is all there is to say, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Something went wrong that a person can put right; the exit code is 1. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
