// SPDX-License-Identifier: Apache-2.0

/** Problem that a person can fix. Its message is shown without a stack trace. */
export class GitopsError extends Error {
  override readonly name = 'GitopsError';
}
