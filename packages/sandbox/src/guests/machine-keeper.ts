// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ApiError, type Api } from '../kubernetes/api.ts';
import { keyOf } from '../kubernetes/objects.ts';
import type { PodTokens } from '../kubernetes/pod-tokens.ts';
import type { Pod } from '../kubelet/pod.ts';
import { tellingLine } from '../supervisor/telling-line.ts';
import type { Guests } from './guests.ts';
import type { Launcher, PowerOff } from './launcher.ts';
import type { Launchers } from './launchers.ts';
import { endingOf, enterPhase, runningChange, scheduledChange } from './machine-status.ts';
import { gracePeriodOf, type MachineInstance } from './virtual-machine.ts';
import { areVolumesMounted } from './volume-status.ts';

export interface MachineKeeperOptions {
  readonly api: Api;
  readonly tokens: PodTokens;
  readonly launchers: Launchers;
  readonly guests: Guests;
  readonly log: (message: string) => void;
}

/** A machine with all that its host has of it. */
interface Served {
  readonly machine: MachineInstance;
  readonly launcher: Launcher;
  /** The virt-handler pod of its host. */
  readonly handler: Pod;
}

/** virt-handler's work on single machines: boots them, keeps their status, ends them. */
export class MachineKeeper {
  private readonly options: MachineKeeperOptions;
  /** Why a machine does not boot, said once. */
  private readonly obstacles = new Map<string, string>();

  constructor(options: MachineKeeperOptions) {
    this.options = options;
  }

  /**
   * One step further with one machine.
   *
   * @param pod - The machine's, if it is there.
   * @param handler - The virt-handler pod of its host.
   */
  async serve(machine: MachineInstance, pod: Pod | undefined, handler: Pod): Promise<void> {
    const { launchers } = this.options;
    const phase = machine.status?.phase ?? '';
    if (!['Scheduled', 'Running'].includes(phase) || launchers.isClosing) return;
    const launcher = pod && launchers.of(pod);
    const isLeaving = machine.metadata.deletionTimestamp !== undefined;
    if (launcher === undefined || pod === undefined) {
      // virt-controller calls a machine failed that lost its pod; one that was to go is done.
      if (isLeaving) await this.change({ machine, handler }, enterPhase(machine, 'Succeeded'));
      return;
    }
    const served = { machine, launcher, handler };
    if (launcher.powerOff !== undefined) return this.end(served, launcher.powerOff);
    const mayRun = !isLeaving && pod.metadata.deletionTimestamp === undefined;
    if (!mayRun) return this.shutDown(served);
    if (!launcher.hasBooted) return this.boot(served);
    const address = launcher.network?.address ?? '';
    await this.options.guests.updateDisks(machine);
    const change = runningChange(machine, address);
    if (phase === 'Running') {
      await this.change(served, change);
      return;
    }
    if (!launcher.isUp) return;
    const isWritten = await this.change(served, { ...enterPhase(machine, 'Running'), ...change });
    if (!isWritten) return;
    await this.tell(served, 'Normal', 'Started', 'VirtualMachineInstance started.');
  }

  private async boot(served: Served): Promise<void> {
    const { machine, launcher } = served;
    const { guests, launchers, log } = this.options;
    const { network } = launcher;
    if (machine.status?.phase === 'Scheduled') {
      await this.change(served, scheduledChange(machine));
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
      if (this.obstacles.get(key) === message) return;
      this.obstacles.set(key, message);
      log(`virt-handler: machine ${key} does not boot: ${message}`);
      await this.tell(served, 'Warning', 'SyncFailed', message);
    }
  }

  private async shutDown(served: Served): Promise<void> {
    const { machine, launcher } = served;
    const isFirst = !launcher.isShuttingDown;
    launcher.shutDown(gracePeriodOf(machine));
    if (!isFirst || launcher.powerOff !== undefined) return;
    await this.tell(served, 'Normal', 'ShuttingDown', 'Signaled Graceful Shutdown');
  }

  private async end(served: Served, powerOff: PowerOff): Promise<void> {
    const { machine } = served;
    const { log, guests } = this.options;
    const { phase, message } = endingOf(machine, powerOff);
    const reason = explain(powerOff, guests.logFile(machine));
    if (!(await this.change(served, enterPhase(machine, phase)))) return;
    log(`virt-handler: machine ${keyOf(machine)} is off.${reason}`);
    const type = phase === 'Failed' ? 'Warning' : 'Normal';
    await this.tell(served, type, 'Stopped', `${message}${reason}`);
  }

  /**
   * Handlers before 1.8 may replace a machine but not patch it; later ones the other way round.
   * Nobody else's change is undone: a conflict is left to the next pass.
   *
   * @returns Whether something was written.
   */
  private async change(
    { machine, handler }: Pick<Served, 'machine' | 'handler'>,
    status: object | undefined,
  ): Promise<boolean> {
    if (status === undefined) return false;
    const { namespace = '', name, resourceVersion } = machine.metadata;
    const path = `/apis/kubevirt.io/v1/namespaces/${namespace}/virtualmachineinstances/${name}`;
    const token = await this.options.tokens.get(handler);
    const { api } = this.options;
    try {
      // virt-controller tells from null whether somebody changed what it read, so nulls must stay.
      const body = [
        { op: 'replace', path: '/metadata/resourceVersion', value: resourceVersion },
        ...Object.entries(status).map(([key, value]: [string, unknown]) => ({
          ...{ op: 'add', path: `/status/${key}`, value },
        })),
      ];
      await api.request('PATCH', path, { body, token, patch: 'json' });
      return true;
    } catch (error) {
      if (isOutdated(error)) return false;
      if (!(error instanceof ApiError) || error.status !== 403) throw error;
    }
    // What a list gives does not say what it is.
    const type = { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachineInstance' };
    const body = { ...type, ...machine, status: { ...machine.status, ...status } };
    try {
      await api.request('PUT', path, { body, token });
      return true;
    } catch (error) {
      if (!isOutdated(error)) throw error;
      return false;
    }
  }

  /** Writes an event; one that is refused does not matter. */
  private async tell(
    { machine, handler }: Served,
    type: 'Normal' | 'Warning',
    reason: string,
    message: string,
  ): Promise<void> {
    const { name, uid, namespace = '' } = machine.metadata;
    const now = new Date().toISOString();
    const id = createHash('sha256').update(`${uid}${reason}${message}${now}`).digest('hex');
    const kind = 'VirtualMachineInstance';
    const body = {
      metadata: { name: `${name}.${id.slice(0, 16)}`, namespace },
      involvedObject: { apiVersion: 'kubevirt.io/v1', kind, name, namespace, uid },
      ...{ type, reason, message, count: 1, firstTimestamp: now, lastTimestamp: now },
      source: { component: 'virt-handler', host: machine.status?.nodeName },
    };
    const token = await this.options.tokens.get(handler);
    await this.options.api
      .request('POST', `/api/v1/namespaces/${namespace}/events`, { body, token })
      .catch(() => undefined);
  }
}

/** Somebody changed or removed the machine meanwhile. */
function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409);
}

/** Why a machine ended, for people; the console has the rest. */
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
