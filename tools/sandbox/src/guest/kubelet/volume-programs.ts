// SPDX-License-Identifier: Apache-2.0
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Disk } from '../boot-file.ts';
import type { Tell } from '../console.ts';
import { exitOf, signalGroup, startInGuest, type Bind } from '../root/commands.ts';
import { diskId, fileSystemOf, filesOf, growFileSystem, makeFileSystem } from '../root/disks.ts';
import type { Container, Pod } from './objects.ts';
import type { MountedDisk } from './volumes.ts';

/** Milliseconds before a program that ended by itself is started again. */
const restartDelay = 1_000;

/**
 * Seconds that a pod has to end when its spec does not say so.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/apis/core/v1/defaults.go (SetDefaults_PodSpec: DefaultTerminationGracePeriodSeconds)
 */
const defaultGraceSeconds = 30;

/** The program of one container, which is started again whenever it ends by itself. */
class Program {
  private readonly start: () => ChildProcess;
  private child: ChildProcess | undefined;
  private ended: Promise<unknown> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(start: () => ChildProcess) {
    this.start = start;
    this.run();
  }

  private run(): void {
    const child = this.start();
    this.child = child;
    this.ended = exitOf(child).then(() => {
      this.child = undefined;
      if (!this.isStopping) this.timer = setTimeout(() => this.run(), restartDelay);
    });
  }

  /** Ends the program politely, and by force after the given seconds. */
  async stop(graceSeconds: number): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    const { child } = this;
    if (child === undefined) return;
    signalGroup(child, graceSeconds === 0 ? 'SIGKILL' : 'SIGTERM');
    const force = setTimeout(() => signalGroup(child, 'SIGKILL'), graceSeconds * 1_000);
    await this.ended;
    clearTimeout(force);
  }
}

/**
 * Runs the programs of pods that use the disk of a volume. These are the only containers that
 * really run in a guest, because what they write must be on the disk afterwards. Runs a container
 * only when it has a `command`; its image does not matter, because the programs are those of the
 * guest. The output is on the machine's console.
 */
export class VolumePrograms {
  private readonly root: string;
  private readonly tell: Tell;
  /** Programs by the uid of their pods. */
  private readonly programs = new Map<string, readonly Program[]>();

  constructor(root: string, tell: Tell) {
    this.root = root;
    this.tell = tell;
  }

  /** Starts the programs of a pod, unless they run already. */
  start(pod: Pod, mounted: readonly MountedDisk[], disks: readonly Disk[]): void {
    const { uid } = pod.metadata;
    if (this.programs.has(uid)) return;
    const folders = new Map(
      mounted.map(({ volume, serial }) => [volume, this.files(serial, disks)]),
    );
    const programs = pod.spec.containers.flatMap((container) => {
      const binds = this.bindsOf(container, folders);
      const { command = [], args = [] } = container;
      if (command.length === 0 || binds.length === 0) return [];
      const tell: Tell = (line) => this.tell(`pod ${nameOf(pod)}: ${line}`);
      const options = { env: environmentOf(container), binds };
      return [new Program(() => startInGuest(this.root, [...command, ...args], tell, options))];
    });
    this.programs.set(uid, programs);
  }

  /** Ends the programs of a pod as its kubelet does. */
  async stop({ metadata: { uid }, spec }: Pod): Promise<void> {
    await this.end(uid, spec.terminationGracePeriodSeconds ?? defaultGraceSeconds);
  }

  /** Ends the programs of a pod whose disk is gone: all that they would write is refused. */
  async break({ metadata: { uid } }: Pod): Promise<void> {
    await this.end(uid, 0);
    // From now on, the pod's programs are not started again.
    this.programs.set(uid, []);
  }

  private async end(uid: string, graceSeconds: number): Promise<void> {
    const programs = this.programs.get(uid) ?? [];
    this.programs.delete(uid);
    await Promise.all(programs.map((program) => program.stop(graceSeconds)));
  }

  /**
   * Makes the file system of a disk as large as the disk is at the moment, as the driver does on its
   * node. A disk that has not grown yet is no error.
   *
   * @see https://github.com/kubevirt/csi-driver/blob/805f17a9a2801352d7e42b92243f660fcda732c2/pkg/service/node.go (NodeExpandVolume)
   */
  grow(serial: string, disks: readonly Disk[]): void {
    const device = this.deviceOf(serial, disks);
    if (device !== undefined && fileSystemOf(device) !== undefined) growFileSystem(device);
  }

  /**
   * Returns the folder with the files of a disk; formats a blank disk, and makes its file system as large
   * as the disk, as the driver does on its node.
   */
  private files(serial: string, disks: readonly Disk[]): string | undefined {
    const device = this.deviceOf(serial, disks);
    if (device === undefined) return undefined;
    if (fileSystemOf(device) === undefined) makeFileSystem(device, { type: 'ext4', label: '' });
    growFileSystem(device);
    return filesOf(device);
  }

  private deviceOf(serial: string, disks: readonly Disk[]): string | undefined {
    const disk = disks.find((one) => one.serial === serial);
    const id = disk && diskId(disk);
    return id === undefined ? undefined : join(this.root, 'dev/disk/by-id', id);
  }

  private bindsOf(
    { volumeMounts = [] }: Container,
    folders: ReadonlyMap<string, string | undefined>,
  ): readonly Bind[] {
    return volumeMounts.flatMap(({ name, mountPath }) => {
      const source = folders.get(name);
      return source === undefined ? [] : [{ source, target: join(this.root, mountPath) }];
    });
  }
}

const nameOf = ({ metadata: { namespace = '', name } }: Pod) => `${namespace}/${name}`;

function environmentOf({ env = [] }: Container): Record<string, string> {
  return Object.fromEntries(env.map(({ name, value = '' }) => [name, value]));
}
