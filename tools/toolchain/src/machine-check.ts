// SPDX-License-Identifier: Apache-2.0

/** One thing that a machine must have. */
export interface MachineCheck {
  /** What is looked for, such as `Go`. */
  readonly what: string;
  /** What was found, such as `go1.26.8`, or `missing`. */
  readonly found: string;
  /** How to put it right. Absent: it is as it must be. */
  readonly fix?: string;
}
