// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '../kubelet/pod.ts';
import { Launcher } from './launcher.ts';

/** Seconds that guests may take to shut down when the sandbox stops. */
const closingGrace = 8;

/** The launchers of all pods that hold a virtual machine; kubelet and virt-handler share them. */
export class Launchers {
  private readonly launchers = new Map<string, Launcher>();
  private readonly listeners: (() => void)[] = [];
  private closing = false;

  /** Whether the sandbox is stopping, so that the ends of machines are not recorded in the API. */
  get isClosing(): boolean {
    return this.closing;
  }

  /** Process ids of all guests, by their names. */
  get pids(): ReadonlyMap<string, number> {
    return new Map(
      [...this.launchers.values()].flatMap(({ process }) => (process ? [process] : [])),
    );
  }

  /** Calls the listener whenever something happens to a machine. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Returns the launcher of a pod. */
  of({ metadata: { uid } }: Pod): Launcher {
    const known = this.launchers.get(uid);
    if (known !== undefined) return known;
    const launcher = new Launcher();
    launcher.onChange(() => {
      for (const listener of this.listeners) listener();
    });
    this.launchers.set(uid, launcher);
    return launcher;
  }

  /** Removes the launcher of a pod that is gone. */
  forget(uid: string): void {
    this.launchers.delete(uid);
  }

  /** Ends all guests without recording that in the API: they boot again with the sandbox. */
  async stop(): Promise<void> {
    this.closing = true;
    await Promise.all([...this.launchers.values()].map((launcher) => launcher.close(closingGrace)));
  }
}
