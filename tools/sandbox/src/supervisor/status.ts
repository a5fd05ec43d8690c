// SPDX-License-Identifier: Apache-2.0

/** One process of the rack. */
export interface ProcessStatus {
  readonly name: string;
  readonly kind: 'control-plane' | 'pod' | 'guest';
  /** Process id as the machine sees it; absent while the process does not run. */
  readonly pid?: number;
  readonly restarts?: number;
}

/** Answer of the supervisor to GET /status. */
export interface RackStatus {
  readonly phase: 'starting' | 'ready' | 'stopping' | 'failed';
  /** Current step of the rack, or the reason why it failed. */
  readonly step: string;
  /** Process id of the supervisor, as the machine sees it. */
  readonly supervisorPid: number;
  readonly startedAt: string;
  readonly processes: readonly ProcessStatus[];
  /** Components of the control plane that do not answer at the moment. */
  readonly unready: readonly string[];
  /** Pods that run real programs and are not ready, by namespace and name. */
  readonly unreadyPods: readonly string[];
}
