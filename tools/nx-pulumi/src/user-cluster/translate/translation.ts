// SPDX-License-Identifier: Apache-2.0

/** Ranges of addresses that a cluster has in another product, and would like to keep. */
export interface WantedRanges {
  readonly pods?: string;
  readonly services?: string;
}

/** Settings for a new user cluster from a file of another product. */
export interface Translation {
  /** Version of Kubernetes; undefined where the file has none that is supported. */
  readonly kubernetes?: string;
  /** @default none: the cluster gets the next free ones of its environment */
  readonly ranges?: WantedRanges;
  /** Keys of the cluster's file; without `pools` where there is no MachineDeployment. */
  readonly config: Readonly<Record<string, unknown>>;
  /**
   * Messages for people about values that are not kept or have changed. No message contains a value
   * that may be a secret.
   */
  readonly lines: readonly string[];
}
