// SPDX-License-Identifier: Apache-2.0

/** One process of the rack. */
export interface ProcessStatus {
  readonly name: string;
  readonly kind: 'control-plane' | 'pod' | 'guest';
  /** As the machine sees it; absent while the process is not running. */
  readonly pid?: number;
  readonly restarts?: number;
}

/** What the supervisor answers to GET /status. */
export interface RackStatus {
  readonly phase: 'starting' | 'ready' | 'stopping' | 'failed';
  /** What it is doing, or why it failed. */
  readonly step: string;
  /** Process id of the supervisor, as the machine sees it. */
  readonly supervisorPid: number;
  readonly startedAt: string;
  readonly processes: readonly ProcessStatus[];
  /** Components of the control plane that do not answer now. */
  readonly unready: readonly string[];
  /** Pods with real programs that are not ready, by namespace and name. */
  readonly unreadyPods: readonly string[];
}
