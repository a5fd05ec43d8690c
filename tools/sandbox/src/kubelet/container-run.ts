// SPDX-License-Identifier: Apache-2.0
import type { ProcessState } from '../process/supervised-process.ts';

/** A running container as the kubelet sees it; in most cases a process. */
export interface ContainerRun {
  /** Namespace, pod and container, in one name. */
  readonly spec: { readonly name: string };
  readonly state: ProcessState;
  start(): void;
  /**
   * Ends the container and returns once it is gone.
   *
   * @param graceSeconds - Seconds that it may take, unless it decides that itself.
   */
  stop(graceSeconds?: number): Promise<void>;
  /** Ends the container by force. */
  kill(): void;
}

/**
 * An init container of a machine's pod. What it prepares is played elsewhere, so it ends at once.
 */
export class IdleRun implements ContainerRun {
  readonly spec: { readonly name: string };
  private readonly onChange: () => void;
  private state_: ProcessState = { phase: 'waiting', restarts: 0 };

  /** @param onChange - Called after every change of `state`. */
  constructor(name: string, onChange: () => void) {
    this.spec = { name };
    this.onChange = onChange;
  }

  get state(): ProcessState {
    return this.state_;
  }

  start(): void {
    const now = new Date();
    const lastExit = { code: 0, finishedAt: now };
    this.state_ = { phase: 'ended', restarts: 0, startedAt: now, lastExit };
    this.onChange();
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }

  kill(): void {
    // Nothing to end: it has ended already.
  }
}
