// SPDX-License-Identifier: Apache-2.0
import type { ContainerRun } from './container-run.ts';
import { isSidecar, type Container } from './pod.ts';

/** One init container, as far as it has come. */
export interface InitContainer {
  readonly container: Container;
  /** Undefined before its turn. */
  readonly run?: ContainerRun;
}

/**
 * Runs a pod's init containers, each after the one before it has succeeded. One that fails is
 * started again. A sidecar only has to run.
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

  /** In the pod's order. */
  get containers(): readonly InitContainer[] {
    return this.entries;
  }

  /** Starts the next one if its turn has come; tells whether all have succeeded. */
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

/** Whether an init container has done what the next one waits for. */
export function isDone({ container, run }: InitContainer): boolean {
  if (isSidecar(container)) return run?.state.phase === 'running';
  return run?.state.phase === 'ended' && run.state.lastExit?.code === 0;
}
