// SPDX-License-Identifier: Apache-2.0
import { watchFile, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBootFile, readDisks, type BootFile } from './boot-file.ts';
import { runCloudInit } from './cloud-init/cloud-init.ts';
import { parseUserData, UserDataError, type UserData } from './cloud-init/user-data.ts';
import { consoleOf } from './console.ts';
import { KubeletService } from './kubelet/kubelet-service.ts';
import { GuestCommands } from './root/commands.ts';
import { mountFstab } from './root/fstab.ts';
import { installedVersion } from './root/installed-version.ts';
import { serveProgramsAt } from './root/program-socket.ts';
import { createRootFileSystem, DeviceFolder } from './root/root-file-system.ts';
import { playedService } from './systemd/played-service.ts';
import { Systemd } from './systemd/systemd.ts';

/** How often the list of disks is looked at, in milliseconds. */
const diskInterval = 500;

const kernel = consoleOf('kernel');
const systemdConsole = consoleOf('systemd');
const cloudInitConsole = consoleOf('cloud-init');

/** A machine that is on. */
class Guest {
  private readonly boot: BootFile;
  private readonly data: UserData;
  private readonly root: string;
  private readonly commands: GuestCommands;
  private readonly devices: DeviceFolder;
  private readonly systemd: Systemd;
  private shuttingDown = false;

  constructor(boot: BootFile, data: UserData) {
    this.boot = boot;
    this.data = data;
    this.root = createRootFileSystem(boot);
    this.commands = new GuestCommands(this.root);
    this.devices = new DeviceFolder(this.root);
    const builtIn = [
      new KubeletService({ boot, root: this.root, disks: () => this.disks() }),
      playedService('containerd.service', 'containerd container runtime (played)'),
      playedService('systemd-timesyncd.service', 'Network Time Synchronization (played)'),
      playedService('ssh.service', 'OpenBSD Secure Shell server (played)'),
      playedService('qemu-guest-agent.service', 'QEMU Guest Agent (played)'),
    ];
    this.systemd = new Systemd(this.root, this.commands, builtIn, systemdConsole);
  }

  async start(): Promise<void> {
    this.showDisks();
    watchFile(this.disksFile(), { interval: diskInterval }, () => this.showDisks());
    await serveProgramsAt({
      root: this.root,
      systemd: this.systemd,
      kubernetesVersion: () => installedVersion(this.root, this.boot),
    });
    try {
      mountFstab(this.root);
    } catch (error) {
      systemdConsole((error as Error).message);
    }
    await this.systemd.boot();
    const { ran, errors } = await runCloudInit({
      root: this.root,
      instanceId: this.boot.instanceId,
      data: this.data,
      commands: this.commands,
      startUnit: (name) => this.systemd.start(name),
      tell: cloudInitConsole,
    });
    if (this.shuttingDown) return;
    if (!ran) cloudInitConsole(`instance ${this.boot.instanceId} had its first boot before`);
    cloudInitConsole(errors.length === 0 ? 'finished' : `finished with ${errors.length} errors`);
    writeFileSync(join(this.boot.guestDir, 'booted.json'), JSON.stringify({ errors }));
  }

  /** The power button. Resolves when the machine may be switched off. */
  async shutDown(): Promise<void> {
    this.shuttingDown = true;
    kernel('power button pressed');
    this.commands.endAll();
    await this.systemd.shutDown();
    kernel('power off');
  }

  private disksFile(): string {
    return join(this.boot.guestDir, 'disks.json');
  }

  private disks() {
    const file = this.disksFile();
    return existsSync(file) ? readDisks(file) : this.boot.disks;
  }

  private showDisks(): void {
    try {
      for (const line of this.devices.show(this.disks())) kernel(line);
    } catch (error) {
      kernel((error as Error).message);
    }
  }
}

/**
 * Switches a machine on and keeps it on until its power button is pressed (SIGTERM).
 *
 * @returns the exit code: 0 after a shutdown, 1 when the machine cannot boot.
 */
export async function bootGuest(bootFile: string): Promise<number> {
  const boot = readBootFile(bootFile);
  kernel(`${boot.name} (${boot.instanceId}) boots, address ${boot.address}/${boot.prefixLength}`);
  let data: UserData;
  try {
    data = parseUserData(boot.userData);
  } catch (error) {
    if (!(error instanceof UserDataError)) throw error;
    for (const problem of error.problems) cloudInitConsole(problem);
    return 1;
  }
  const guest = new Guest(boot, data);
  const powerOff = new Promise<number>((resolve) => {
    process.once('SIGTERM', () => {
      const limit = setTimeout(() => {
        kernel(`not off after ${boot.gracePeriodSeconds} s: the plug is pulled`);
        resolve(0);
      }, boot.gracePeriodSeconds * 1_000);
      void guest.shutDown().then(() => {
        clearTimeout(limit);
        resolve(0);
      });
    });
  });
  await Promise.race([guest.start(), powerOff]);
  return await powerOff;
}
