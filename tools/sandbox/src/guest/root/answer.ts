// SPDX-License-Identifier: Apache-2.0

/** Output and exit code of a played program. */
export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}
