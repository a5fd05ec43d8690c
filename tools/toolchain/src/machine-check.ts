// SPDX-License-Identifier: Apache-2.0

/** Result of the check of one thing that a machine must have. */
export interface MachineCheck {
  /** Name of the thing, such as `Go`. */
  readonly what: string;
  /** Result of the check, such as `go1.26.8`, or `missing`. */
  readonly found: string;
  /** How to fix it; absent when it is right. */
  readonly fix?: string;
}
