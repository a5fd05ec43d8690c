// SPDX-License-Identifier: Apache-2.0

/** Something that this host does not have and that nothing here can make. The message says what. */
export class MissingPrerequisite extends Error {
  override readonly name = 'MissingPrerequisite';
}
