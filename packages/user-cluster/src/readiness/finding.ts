// SPDX-License-Identifier: Apache-2.0

/** Something in a user cluster that a roll meets. */
export interface Finding {
  /**
   * - `blocks`: something fails or waits.
   * - `later`: an update after this one.
   */
  readonly weight: 'blocks' | 'later';
  /** What is found, who owns it, and what follows. */
  readonly text: string;
}
