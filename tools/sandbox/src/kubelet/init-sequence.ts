// SPDX-License-Identifier: Apache-2.0
import type { ContainerRun } from './container-run.ts';
import { isSidecar, type Container } from './pod.ts';

/** One init container, and its process if it has started. */
export interface InitContainer {
  readonly container: Container;
  /** Undefined before it has started. */
  readonly run?: ContainerRun;
}

/**
 * Runs a pod's init containers, each after the previous one has succeeded. A container that fails
 * is started again. A sidecar only has to run.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/init-containers/
 */
export class InitSequence {
  private readonly begin: (container: Container) => ContainerRun;
  private entries: InitContainer[];

  /** @param begin - Starts a container's process. */
  constructor(containers: readonly Container[], begin: (container: Container) => ContainerRun) {
    this.begin = begin;
    this.entries = containers.map((container) => ({ container }));
  }

  /** The init containers, in the pod's order. */
  get containers(): readonly InitContainer[] {
    return this.entries;
  }

  /** Starts the next container if its turn has come; returns whether all have succeeded. */
  advance(): boolean {
    const next = this.entries.findIndex((entry) => !isDone(entry));
    const entry = this.entries[next];
    if (entry === undefined) return true;
    if (entry.run === undefined) {
      this.entries[next] = { ...entry, run: this.begin(entry.container) };
    }
    return false;
  }

  async stop(graceSeconds: number): Promise<void> {
    await Promise.all(
      this.entries.flatMap(({ run }) => (run === undefined ? [] : [run.stop(graceSeconds)])),
    );
  }
}

/** Returns whether the next init container may start. */
export function isDone({ container, run }: InitContainer): boolean {
  if (isSidecar(container)) return run?.state.phase === 'running';
  return run?.state.phase === 'ended' && run.state.lastExit?.code === 0;
}
