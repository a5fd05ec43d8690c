// SPDX-License-Identifier: Apache-2.0
import type { ProcessState } from '../process/supervised-process.ts';

/** What a running container is for the kubelet: mostly a process. */
export interface ContainerRun {
  /** Namespace, pod and container. */
  readonly spec: { readonly name: string };
  readonly state: ProcessState;
  start(): void;
  /**
   * Ends it and returns once it is gone.
   *
   * @param graceSeconds - How long it may take, where that is not its own decision.
   */
  stop(graceSeconds?: number): Promise<void>;
  /** Ends it by force. */
  kill(): void;
}

/** An init container of a machine's pod: what it prepares is played elsewhere, so it is done at once. */
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
    // It has ended already.
  }
}
