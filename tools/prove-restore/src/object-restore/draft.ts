// SPDX-License-Identifier: Apache-2.0

/** How objects are brought. */
export interface CleanOptions {
  /** Whether the target is another cluster than that of the backup, which may still run. */
  readonly isElsewhere: boolean;
  /** Whether nothing that is brought may run. */
  readonly isStopped: boolean;
}

/** An object that is being made ready for another cluster. */
export interface Draft {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { name: string; namespace?: string; annotations?: Record<string, string> };
  [field: string]: unknown;
}
