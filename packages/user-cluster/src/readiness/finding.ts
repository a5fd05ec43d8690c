// SPDX-License-Identifier: Apache-2.0

/** Something in a user cluster that a roll meets. */
export interface Finding {
  /**
   * - `blocks`: something fails or waits.
   * - `later`: an update after this one.
   */
  readonly weight: 'blocks' | 'later';
  /** Description of the finding, with the owner of the object and the consequence. */
  readonly text: string;
}
