// SPDX-License-Identifier: Apache-2.0

/**
 * Error about something that this host lacks and that this package cannot make. The message names
 * it.
 */
export class MissingPrerequisite extends Error {
  override readonly name = 'MissingPrerequisite';
}
