// SPDX-License-Identifier: Apache-2.0
import { keyOf } from '@strata/cluster-client';
import { readFileSync } from 'node:fs';
import type { Pod } from '../kubelet/pod.ts';
import { tellingLine } from '../supervisor/telling-line.ts';
import type { Guests } from './guests.ts';
import type { Launcher, PowerOff } from './launcher.ts';
import type { Launchers } from './launchers.ts';
import type { MachineWriter } from './machine-writer.ts';
import {
  endingOf,
  enterPhase,
  failedChange,
  runningChange,
  scheduledChange,
} from './machine-status.ts';
import { gracePeriodOf, type MachineInstance } from './virtual-machine.ts';
import { areVolumesMounted } from './volume-status.ts';

/**
 * Annotation of KubeVirt's pods: their version.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-operator/resource/apply/reconcile.go (injectOperatorMetadata)
 */
const versionAnnotation = 'kubevirt.io/install-strategy-version';

export interface MachineKeeperOptions {
  readonly writer: MachineWriter;
  readonly launchers: Launchers;
  readonly guests: Guests;
  readonly log: (message: string) => void;
}

/** A machine, with its launcher and the virt-handler pod of its host. */
interface Served {
  readonly machine: MachineInstance;
  readonly launcher: Launcher;
  /** The virt-handler pod of its host. */
  readonly handler: Pod;
}

/** Plays virt-handler's work on single machines: boots them, keeps their status, ends them. */
export class MachineKeeper {
  private readonly options: MachineKeeperOptions;
  /** Reason why each machine does not boot, which was reported once. */
  private readonly obstacles = new Map<string, string>();

  constructor(options: MachineKeeperOptions) {
    this.options = options;
  }

  /**
   * Takes the next step for one machine.
   *
   * @param pod - The machine's pod, if it exists.
   * @param handler - The virt-handler pod of its host.
   */
  async serve(machine: MachineInstance, pod: Pod | undefined, handler: Pod): Promise<void> {
    const { launchers } = this.options;
    const phase = machine.status?.phase ?? '';
    if (!['Scheduled', 'Running'].includes(phase) || launchers.isClosing) return;
    const launcher = pod && launchers.of(pod);
    const isLeaving = machine.metadata.deletionTimestamp !== undefined;
    if (launcher === undefined || pod === undefined) {
      // The machine has lost its pod, which nobody may take from it before it stops: it has failed, says virt-handler of
      // one that is being deleted (calculateVmPhaseForStatusReason), and virt-controller of any other.
      if (isLeaving)
        await this.options.writer.change({ machine, handler }, enterPhase(machine, 'Failed'));
      return;
    }
    const served = { machine, launcher, handler };
    if (launcher.powerOff !== undefined) return this.end(served, launcher.powerOff);
    const mayRun = !isLeaving && pod.metadata.deletionTimestamp === undefined;
    if (!mayRun) return this.shutDown(served);
    if (!launcher.hasBooted) return this.boot(served);
    if (launcher.network === undefined) return;
    await this.options.guests.updateDisks(machine);
    this.playDisks(served);
    const { network, isPaused } = launcher;
    const kubevirt = handler.metadata.annotations?.[versionAnnotation] ?? '';
    const change = runningChange(machine, { network, isPaused, kubevirt });
    if (phase === 'Running') {
      await this.options.writer.change(served, change);
      return;
    }
    if (!launcher.isUp) return;
    const isWritten = await this.options.writer.change(served, {
      ...enterPhase(machine, 'Running'),
      ...change,
    });
    if (!isWritten) return;
    await this.options.writer.tell(served, 'Normal', 'Started', 'VirtualMachineInstance started.');
  }

  /**
   * Stops a machine whose disk answers with I/O errors, and lets it go on once no disk does. The real
   * virt-handler lets it go on after 10 s, and then more and more rarely; while the disk fails, the
   * next access stops it again.
   */
  private playDisks({ machine, launcher }: Served): void {
    if (this.options.guests.hasIoError(machine)) launcher.pause();
    else launcher.resume();
  }

  private async boot(served: Served): Promise<void> {
    const { machine, launcher } = served;
    const { guests, launchers, log } = this.options;
    const { network } = launcher;
    if (machine.status?.phase === 'Scheduled') {
      await this.options.writer.change(served, scheduledChange(machine));
      if (!areVolumesMounted(machine)) return;
    }
    if (network === undefined) return;
    const key = keyOf(machine);
    try {
      const guest = await guests.prepare(machine, network);
      if (launchers.isClosing || launcher.hasBooted) return;
      if (guest !== undefined) log(`virt-handler: machine ${key} boots`);
      launcher.boot(guest);
      this.obstacles.delete(key);
    } catch (error) {
      const { message } = error as Error;
      await this.options.writer.change(served, failedChange(machine, message));
      if (this.obstacles.get(key) === message) return;
      this.obstacles.set(key, message);
      log(`virt-handler: machine ${key} does not boot: ${message}`);
      await this.options.writer.tell(served, 'Warning', 'SyncFailed', message);
    }
  }

  private async shutDown(served: Served): Promise<void> {
    const { machine, launcher } = served;
    const isFirst = !launcher.isShuttingDown;
    launcher.shutDown(gracePeriodOf(machine));
    if (!isFirst || launcher.powerOff !== undefined) return;
    await this.options.writer.tell(served, 'Normal', 'ShuttingDown', 'Signaled Graceful Shutdown');
  }

  private async end(served: Served, powerOff: PowerOff): Promise<void> {
    const { machine } = served;
    const { log, guests } = this.options;
    const { phase, message } = endingOf(machine, powerOff);
    const reason = explain(powerOff, guests.logFile(machine));
    if (!(await this.options.writer.change(served, enterPhase(machine, phase)))) return;
    log(`virt-handler: machine ${keyOf(machine)} is off.${reason}`);
    const type = phase === 'Failed' ? 'Warning' : 'Normal';
    await this.options.writer.tell(served, type, 'Stopped', `${message}${reason}`);
  }
}

/** Returns why a machine ended, as text for people; its console has the details. */
function explain({ cause, code }: PowerOff, logFile: string): string {
  if (cause === 'shutdown') return '';
  if (cause === 'destroyed') return ' It was cut off: it did not shut down in time.';
  return ` It ended with exit code ${code}: ${lastWords(logFile)}`;
}

function lastWords(file: string): string {
  try {
    return tellingLine(readFileSync(file, 'utf8').slice(-20_000));
  } catch {
    return 'it wrote nothing';
  }
}
