// SPDX-License-Identifier: Apache-2.0
import type { Ordered } from './unit-order.ts';

export type ActiveState = 'active' | 'inactive' | 'failed' | 'activating' | 'deactivating';

/** A unit that can be started and stopped, from a file or played by the guest. */
export interface Service extends Ordered {
  readonly description: string;
  /** Units that are started together with this one. */
  readonly wants: readonly string[];
  /** Targets that start this unit once it is enabled. */
  readonly wantedBy: readonly string[];
  readonly state: ActiveState;
  /** Whether systemd itself has made it. @default a file has it, or the image */
  readonly isGenerated?: boolean;
  /** Resolves once the unit is started. @throws Error when it cannot be started. */
  start(): Promise<void>;
  /** Resolves once the unit is stopped, at the latest after its own timeout. */
  stop(): Promise<void>;
  /** Stops the unit at the end of a shutdown, after all units without this function. */
  readonly powerOff?: () => Promise<void>;
}
