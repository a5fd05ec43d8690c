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

/** A container that does nothing: what its program does is played elsewhere. */
export class IdleRun implements ContainerRun {
  readonly spec: { readonly name: string };
  private readonly onChange: () => void;
  private readonly completes: boolean;
  private state_: ProcessState = { phase: 'waiting', restarts: 0 };

  /**
   * @param completes - Whether it has done its work as soon as it starts, as init containers do.
   * @param onChange - Called after every change of `state`.
   */
  constructor(name: string, completes: boolean, onChange: () => void) {
    this.spec = { name };
    this.completes = completes;
    this.onChange = onChange;
  }

  get state(): ProcessState {
    return this.state_;
  }

  start(): void {
    const startedAt = new Date();
    this.change({ ...this.state_, phase: 'running', startedAt });
    if (this.completes) this.end(0);
  }

  stop(): Promise<void> {
    this.end(0);
    return Promise.resolve();
  }

  /** Started again at once: there is nothing that could keep it from running. */
  kill(): void {
    const restarts = this.state_.restarts + 1;
    this.change({ phase: 'running', restarts, startedAt: new Date() });
  }

  private end(code: number): void {
    this.change({ ...this.state_, phase: 'ended', lastExit: { code, finishedAt: new Date() } });
  }

  private change(state: ProcessState): void {
    this.state_ = state;
    this.onChange();
  }
}
