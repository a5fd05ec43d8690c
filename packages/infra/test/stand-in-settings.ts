// SPDX-License-Identifier: Apache-2.0

/** Settings by a test, in `settings.json` of the folder. */
export interface StandInSettings {
  /** @default '1.14.2' */
  readonly version?: string;
  /** Host that it cannot reach. @default none */
  readonly failAt?: string;
  /** Host at which kubeadm begins and does not end. @default none */
  readonly failIn?: string;
  /** Control planes whose etcd or API server does not work. @default none */
  readonly broken?: readonly string[];
  /** Whether the API of the cluster does not answer. @default false */
  readonly isApiDown?: boolean;
  /** Host that its drain never empties. @default none */
  readonly neverEmpty?: string;
  /** Milliseconds that each host takes. @default 0 */
  readonly milliseconds?: number;
  /** A line that it prints as progress. */
  readonly say?: string;
  /** Output of `kubeone kubeconfig`. */
  readonly kubeconfig?: string;
}

/** One call of the stand-in, a line of `calls.jsonl`. */
export interface StandInCall {
  readonly args: readonly string[];
  /** Names of the variables of Strata that the caller has set, sorted. */
  readonly variables: readonly string[];
}
