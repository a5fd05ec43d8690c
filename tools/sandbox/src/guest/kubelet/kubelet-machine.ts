// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BootFile, Disk } from '../boot-file.ts';
import type { Tell } from '../console.ts';
import { installedVersion } from '../root/installed-version.ts';
import type { Pod } from './objects.ts';
import { StaticPods } from './static-pods.ts';
import { VolumePrograms } from './volume-programs.ts';

/** Folder in which a container runtime looks for its network plugin. */
const networkFolder = 'etc/cni/net.d';

/** The parts of a machine that its kubelet uses, and that outlive the kubelet's restarts. */
export class KubeletMachine {
  readonly root: string;
  readonly boot: BootFile;
  readonly disks: () => readonly Disk[];
  readonly tell: Tell;
  readonly staticPods: StaticPods;
  readonly programs: VolumePrograms;
  /** Changes with every boot. */
  readonly bootId = randomUUID();

  constructor(root: string, boot: BootFile, disks: () => readonly Disk[], tell: Tell) {
    this.root = root;
    this.boot = boot;
    this.disks = disks;
    this.tell = tell;
    this.staticPods = new StaticPods(root, tell);
    this.programs = new VolumePrograms(root, tell);
  }

  /** Returns the version of the kubelet, without a `v`. */
  version(): string {
    return installedVersion(this.root, this.boot);
  }

  /**
   * Returns whether a network plugin is configured, by a pod that installs one or by the machine's
   * image.
   */
  networkReady(): boolean {
    const folder = join(this.root, networkFolder);
    return existsSync(folder) && readdirSync(folder).some((file) => /\.conf(list)?$/.test(file));
  }

  /**
   * Plays the start of a network plugin's pod: writes its configuration, which stays on the disk.
   */
  installNetwork({ metadata }: Pod): void {
    if (this.networkReady()) return;
    const folder = join(this.root, networkFolder);
    mkdirSync(folder, { recursive: true });
    const config = { cniVersion: '1.0.0', name: 'played', plugins: [] };
    writeFileSync(join(folder, '05-played.conflist'), JSON.stringify(config));
    this.tell(`the network plugin of ${metadata.namespace ?? ''}/${metadata.name} is installed`);
  }
}
