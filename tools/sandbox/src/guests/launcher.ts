// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import type { ContainerRun } from '../kubelet/container-run.ts';
import type { ProcessState, SupervisedProcess } from '../process/supervised-process.ts';
import { continueBelow, stopBelow } from './guest-processes.ts';

/** The network of a launcher's pod. */
export interface PodNetwork {
  /** Name of the network namespace. */
  readonly name: string;
  /** Address in the pod network. */
  readonly address: string;
  /** MAC addresses of its interfaces, by their names in the pod. */
  readonly macs: ReadonlyMap<string, string>;
}

/** How a machine ended. */
export interface PowerOff {
  /**
   * `shutdown`: by itself, or when it was asked to. `crashed`: by a failure. `destroyed`: by force,
   * when its time was over.
   */
  readonly cause: 'shutdown' | 'crashed' | 'destroyed';
  readonly code: number;
}

/**
 * Milliseconds after which the power button is pressed again: a machine that is starting may miss
 * it.
 */
const pressAgainAfter = 5_000;

/** Milliseconds after which a machine that still runs is cut off again. */
const cutAgainAfter = 1_000;

/**
 * Milliseconds that a guest must have run to count as up. A guest that ends earlier has failed to
 * start, and virt-controller waits longer and longer before it tries again.
 */
const upAfter = 3_000;

/** Milliseconds that the pod of a machine that ended waits until the end is recorded in the API. */
const recordLimit = 15_000;

/**
 * Plays virt-launcher in one pod: holds the machine, which is the guest's process if it has one,
 * and lives as long as the machine.
 */
export class Launcher {
  private readonly startedAt = new Date();
  private readonly listeners: (() => void)[] = [];
  /** Listeners of the pod's containers, which need only the start and the end of the machine. */
  private readonly runListeners: (() => void)[] = [];
  private readonly ended = Promise.withResolvers<undefined>();
  private readonly recorded = Promise.withResolvers<undefined>();
  private network_: PodNetwork | undefined;
  private guest: SupervisedProcess | undefined;
  private bootedAt: number | undefined;
  private powerOff_: (PowerOff & { readonly at: Date }) | undefined;
  private deadline: number | undefined;
  private force: NodeJS.Timeout | undefined;
  private presses: NodeJS.Timeout | undefined;
  private closing = false;
  private paused = false;
  /**
   * The launcher that is told of the guest's end; after a move it is not the one that started the
   * guest.
   */
  private keeper: { by: Launcher } = { by: this };
  private moved = false;
  private ownAddress_: string | undefined;

  /** The pod's network; undefined until the pod has one. */
  get network(): PodNetwork | undefined {
    return this.network_;
  }

  /** Address that the guest sees as its own: the one that it booted with. */
  get ownAddress(): string | undefined {
    return this.ownAddress_ ?? this.network_?.address;
  }

  /** Whether a machine was started here. */
  get hasBooted(): boolean {
    return this.bootedAt !== undefined;
  }

  /** Whether the machine was started and did not end at once. */
  get isUp(): boolean {
    const wait = this.guest === undefined ? 0 : upAfter;
    return this.bootedAt !== undefined && Date.now() >= this.bootedAt + wait;
  }

  /** How the machine ended; undefined while it runs, and when the sandbox ended it. */
  get powerOff(): PowerOff | undefined {
    return this.closing || this.moved ? undefined : this.powerOff_;
  }

  /**
   * Whether the machine has moved to another launcher: then this pod ends, but the machine runs on.
   */
  get hasMoved(): boolean {
    return this.moved;
  }

  /** Whether the machine's power button was pressed. */
  get isShuttingDown(): boolean {
    return this.deadline !== undefined;
  }

  /** Whether the machine stands still. */
  get isPaused(): boolean {
    return this.paused;
  }

  /** Name and process id of the guest, while it runs. */
  get process(): readonly [string, number] | undefined {
    const { state, spec } = this.guest ?? {};
    return state?.phase === 'running' && state.pid !== undefined && spec !== undefined
      ? [spec.name, state.pid]
      : undefined;
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  plugIn(network: PodNetwork): void {
    this.network_ = network;
    this.tell();
  }

  /**
   * Starts the machine.
   *
   * @param guest - Creates the guest's process, which must not be restarted; undefined for a
   *   machine without a guest.
   */
  boot(guest?: (onChange: () => void) => SupervisedProcess): void {
    this.bootedAt = Date.now();
    const { keeper } = this;
    this.guest = guest?.(() => keeper.by.onGuestChange());
    this.guest?.start();
    if (this.guest !== undefined) setTimeout(() => this.tell(), upAfter).unref();
    this.tell(this.runListeners);
  }

  /**
   * Takes over the running machine from another launcher, with its network namespace. The other
   * launcher gets this one's namespace, and ends.
   *
   * @param keepsAddress - Whether the machine's address moves with it; otherwise it gets the
   *   address of this pod.
   */
  takeOver(other: Launcher, keepsAddress: boolean): void {
    this.bootedAt = other.bootedAt;
    this.guest = other.guest;
    this.keeper = other.keeper;
    this.keeper.by = this;
    this.paused = other.paused;
    other.guest = undefined;
    other.keeper = { by: other };
    const { network_: own } = this;
    const { network_: its } = other;
    if (own !== undefined && its !== undefined) {
      this.network_ = keepsAddress ? its : { ...its, address: own.address };
      other.network_ = keepsAddress ? own : { ...own, address: its.address };
    }
    this.ownAddress_ = other.ownAddress_ ?? its?.address;
    other.moved = true;
    other.end({ cause: 'shutdown', code: 0 });
    this.tell(this.runListeners);
  }

  /**
   * Lets the machine stand still where it is, as QEMU does when a disk answers with an I/O error. It
   * hears no power button then, and can only be cut off.
   *
   * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-launcher/virtwrap/converter/converter.go (setErrorPolicy)
   */
  pause(): void {
    if (this.paused || this.powerOff_ !== undefined) return;
    this.paused = true;
    const pid = this.process?.[1];
    if (pid !== undefined) stopBelow(pid);
  }

  /** Lets the machine go on where it stands still. */
  resume(): void {
    if (!this.paused) return;
    this.paused = false;
    const pid = this.process?.[1];
    if (pid !== undefined) continueBelow(pid);
  }

  /**
   * Presses the machine's power button.
   *
   * @param graceSeconds - Seconds that it may take to shut down before it is cut off. A second call
   *   can only shorten that.
   */
  shutDown(graceSeconds: number): void {
    if (this.powerOff_ !== undefined) return;
    if (this.guest === undefined) {
      this.end({ cause: 'shutdown', code: 0 });
      return;
    }
    const deadline = Date.now() + graceSeconds * 1_000;
    if (this.deadline !== undefined && this.deadline <= deadline) return;
    const guest = this.guest;
    if (this.deadline === undefined && graceSeconds > 0) {
      guest.signal('SIGTERM');
      this.presses = setInterval(() => guest.signal('SIGTERM'), pressAgainAfter);
    }
    this.deadline = deadline;
    clearTimeout(this.force);
    this.force = setTimeout(() => {
      guest.kill();
      // A guest that has only just begun to start may have missed the signal.
      this.force = setInterval(() => guest.kill(), cutAgainAfter);
    }, graceSeconds * 1_000);
  }

  /** Returns once the machine is off. */
  async whenOff(): Promise<void> {
    await this.ended.promise;
  }

  /** Notes that the machine's end is recorded in the API, so that its pod may end. */
  record(): void {
    this.recorded.resolve(undefined);
  }

  /**
   * Shuts the machine down. Returns once its end is recorded in the API, or `recordLimit` has
   * passed.
   */
  async leave(graceSeconds: number): Promise<void> {
    this.shutDown(graceSeconds);
    await this.whenOff();
    if (this.closing || this.moved) return;
    const limit = new AbortController();
    const late = sleep(recordLimit, undefined, { signal: limit.signal }).catch(() => undefined);
    await Promise.race([this.recorded.promise, late]);
    limit.abort();
  }

  /** Ends the machine because the sandbox stops; nothing of that is recorded in the API. */
  async close(graceSeconds: number): Promise<void> {
    this.closing = true;
    this.shutDown(graceSeconds);
    await this.whenOff();
  }

  /**
   * Returns a container of the pod: all containers live as long as the machine.
   *
   * @param graceSeconds - Seconds that the machine may take to shut down after the kubelet has killed
   *   the container, because its liveness probe fails: the launcher passes the signal on as a press of
   *   the power button. @default 30
   * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/cmd/virt-launcher/virt-launcher.go (gracefulShutdownCallback)
   * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/kubelet/kuberuntime/kuberuntime_container.go (setTerminationGracePeriod)
   */
  createRun(name: string, onChange: () => void, graceSeconds = 30): ContainerRun {
    this.runListeners.push(onChange);
    const readState = () => this.state;
    return {
      spec: { name },
      get state() {
        return readState();
      },
      start: onChange,
      stop: async (graceSeconds) => {
        if (graceSeconds !== undefined) this.shutDown(graceSeconds);
        await this.whenOff();
      },
      kill: () => this.shutDown(graceSeconds),
    };
  }

  private get state(): ProcessState {
    const { startedAt } = this;
    const off = this.closing ? undefined : this.powerOff_;
    if (off === undefined) return { phase: 'running', startedAt, restarts: 0 };
    // The real virt-launcher exits with 0, no matter how its machine ended.
    const lastExit = { code: 0, finishedAt: off.at };
    return { phase: 'ended', startedAt, restarts: 0, lastExit };
  }

  private onGuestChange(): void {
    const { phase, lastExit } = this.guest?.state ?? {};
    if (phase !== 'ended' || lastExit === undefined) return;
    const { code } = lastExit;
    const isLate = this.deadline !== undefined && Date.now() >= this.deadline;
    this.end({ cause: code === 0 ? 'shutdown' : isLate ? 'destroyed' : 'crashed', code });
  }

  private end(powerOff: PowerOff): void {
    clearTimeout(this.force);
    clearInterval(this.presses);
    this.powerOff_ = { ...powerOff, at: new Date() };
    this.ended.resolve(undefined);
    this.tell(this.runListeners);
  }

  private tell(others: readonly (() => void)[] = []): void {
    for (const listener of [...others, ...this.listeners]) listener();
  }
}
