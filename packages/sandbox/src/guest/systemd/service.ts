// SPDX-License-Identifier: Apache-2.0
import type { Ordered } from './unit-order.ts';

export type ActiveState = 'active' | 'inactive' | 'failed' | 'activating' | 'deactivating';

/** A unit that can be started and stopped: from a file, or played by the guest. */
export interface Service extends Ordered {
  readonly description: string;
  /** Units that are started with it. */
  readonly wants: readonly string[];
  /** Targets that start it once it is enabled. */
  readonly wantedBy: readonly string[];
  readonly state: ActiveState;
  /** Resolves once it is started. @throws Error when it cannot be started. */
  start(): Promise<void>;
  /** Resolves once it is stopped, at the latest after its own timeout. */
  stop(): Promise<void>;
  /** Stops it with the machine, after all units that have no such thing. */
  readonly powerOff?: () => Promise<void>;
}
