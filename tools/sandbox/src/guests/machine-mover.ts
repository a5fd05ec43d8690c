// SPDX-License-Identifier: Apache-2.0
import { keyOf } from '@strata/cluster-client';
import type { Pod } from '../kubelet/pod.ts';
import { exchangePodAddresses } from '../rack/pod-wires.ts';
import { isBridged } from './interfaces.ts';
import type { Launcher } from './launcher.ts';
import type { Launchers } from './launchers.ts';
import type { MachineWriter } from './machine-writer.ts';
import { abortReason, copyTime, migrationChange, migrationStage } from './migration-stage.ts';
import type { MachineInstance } from './virtual-machine.ts';

export interface MachineMoverOptions {
  readonly writer: MachineWriter;
  readonly launchers: Launchers;
  readonly log: (message: string) => void;
  /** Requests another pass after so many milliseconds. */
  readonly again: (milliseconds: number) => void;
}

/** The pods that take part in a move. */
export interface Movers {
  /** The machine's pod on its current host. */
  readonly source: Pod | undefined;
  readonly sourceHandler: Pod | undefined;
  /** The pod that virt-controller made for the machine on the other host. */
  readonly target: Pod | undefined;
  readonly targetHandler: Pod | undefined;
}

/**
 * Plays live migration. virt-controller decides that a machine moves, makes the pod on the other
 * host and hands over; this class does what the handlers and launchers of both hosts do after that.
 * The machine's processes continue to run in their network namespace, which becomes that of the new
 * pod.
 *
 * A machine that is bridged to the pod network may only move where addresses move along: its new
 * pod gets the address of the old one, and no connection breaks. Any other machine is behind its
 * pod's address: after the move it is reached at the new pod's address, connections to the old one
 * are dead, and nothing changes inside.
 *
 * A machine that stands still by an I/O error does not move: its migration fails. Not played: migrations that fail
 * for other reasons, that switch to post-copy, or that go to another cluster.
 */
export class MachineMover {
  private readonly options: MachineMoverOptions;

  constructor(options: MachineMoverOptions) {
    this.options = options;
  }

  /**
   * Takes the next step of one machine's move.
   *
   * @returns Whether the machine is being moved, so that nothing else may be done with it now.
   */
  async serve(machine: MachineInstance, movers: Movers): Promise<boolean> {
    const { launchers, writer } = this.options;
    const stage = migrationStage(machine);
    const { source, sourceHandler, target, targetHandler } = movers;
    if (stage === undefined || launchers.isClosing || targetHandler === undefined) return false;
    const atTarget = { machine, handler: targetHandler };
    const atSource = { machine, handler: sourceHandler ?? targetHandler };
    const change = (of: Exclude<typeof stage, 'copy'>) =>
      migrationChange(machine, of, targetHandler.status?.podIP ?? '');
    if (stage === 'finalize' || stage === 'clean-up') {
      const { status, labels } = change(stage);
      await writer.change(atTarget, status, labels);
      return false;
    }
    if (source === undefined || target === undefined) return false;
    const from = launchers.of(source);
    const to = launchers.of(target);
    const isLeaving = machine.metadata.deletionTimestamp !== undefined;
    if (!from.hasMoved && (isLeaving || !from.isUp || from.isShuttingDown)) return false;
    if (to.network === undefined) return false;
    if (stage === 'copy') {
      this.options.again(copyTime);
      return true;
    }
    // A result that was reported is not overwritten: who has arrived stays where it is.
    if (stage === 'hand-over' || (stage === 'abort' && from.hasMoved)) {
      return await this.handOver({ machine, targetHandler, from, to });
    }
    if (stage === 'abort') return await this.callOff(atSource);
    const isWritten = await writer.change(
      stage === 'begin' ? atSource : atTarget,
      change(stage).status,
    );
    if (isWritten && stage === 'begin') {
      await writer.tell(atSource, 'Normal', 'Migrating', 'VirtualMachineInstance is migrating.');
    }
    return true;
  }

  private async callOff(at: { machine: MachineInstance; handler: Pod }): Promise<boolean> {
    const { writer } = this.options;
    const isWritten = await writer.change(at, migrationChange(at.machine, 'abort', '').status);
    if (isWritten) {
      const { migrationUid = '' } = at.machine.status?.migrationState ?? {};
      const message = `VirtualMachineInstance migration uid ${migrationUid} failed. reason:${abortReason}`;
      await writer.tell(at, 'Warning', 'Migrated', message);
    }
    return isWritten;
  }

  private async handOver({ machine, targetHandler, from, to }: HandOver): Promise<boolean> {
    const { writer, log } = this.options;
    const host = machine.status?.migrationState?.targetNode ?? '';
    const at = { machine, handler: targetHandler };
    if (!from.hasMoved) {
      // Its domain is no active one on the new host, where it would stand still as well.
      if (from.isPaused) {
        return await writer.change(at, migrationChange(machine, 'stand-still', '').status);
      }
      if (from.network === undefined || to.network === undefined) return false;
      const keepsAddress = isBridged(machine);
      if (!keepsAddress) {
        const { network, ownAddress = network.address } = from;
        await exchangePodAddresses(network, to.network, ownAddress);
      }
      to.takeOver(from, keepsAddress);
      log(`virt-handler: machine ${keyOf(machine)} has moved to ${host}`);
    }
    const { status, labels } = migrationChange(machine, 'hand-over', '');
    if (await writer.change(at, status, labels)) {
      const message = `The VirtualMachineInstance migrated to node ${host}.`;
      await writer.tell(at, 'Normal', 'Migrated', message);
    }
    return true;
  }
}

interface HandOver {
  readonly machine: MachineInstance;
  readonly targetHandler: Pod;
  readonly from: Launcher;
  readonly to: Launcher;
}
