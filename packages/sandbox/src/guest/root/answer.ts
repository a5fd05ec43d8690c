// SPDX-License-Identifier: Apache-2.0

/** What a played program prints, and its exit code. */
export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}
