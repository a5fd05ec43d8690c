// SPDX-License-Identifier: Apache-2.0

/** A statement about a machine, which holds for a real one and for the guest that plays it. */
export interface MachinePromise {
  /** Function of the folder `machine-promises` that judges it; its name is the name of the promise. */
  readonly check: string;
  /** Files below tools/sandbox/src that play the part. */
  readonly played: readonly string[];
  /** Place in upstream's source that makes it true: `repository path word`, separated by spaces. */
  readonly upstream: string;
  /** The expectation, as a statement in words. */
  readonly expects: string;
}
