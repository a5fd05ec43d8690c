// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, watchFile, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BootFile, Disk } from './boot-file.ts';
import { runCloudInit } from './cloud-init/cloud-init.ts';
import type { UserData } from './cloud-init/user-data.ts';
import { consoleOf } from './console.ts';
import type { IgnitionConfig } from './ignition/ignition-config.ts';
import { runIgnition } from './ignition/run-ignition.ts';
import { ContainerRuntime } from './kubelet/container-runtime.ts';
import { KubeletService } from './kubelet/kubelet-service.ts';
import { configureNetwork } from './network/configure-network.ts';
import { keptNetworkData } from './network/kept-network.ts';
import type { NetworkData } from './network/network-data.ts';
import { GuestCommands } from './root/commands.ts';
import { installedVersion } from './root/installed-version.ts';
import { serveProgramsAt } from './root/program-socket.ts';
import { createRootFileSystem, DeviceFolder } from './root/root-file-system.ts';
import { commandsFor, type DiskEvent } from './root/udev-rules.ts';
import { playedService } from './systemd/played-service.ts';
import { Systemd } from './systemd/systemd.ts';

/** Milliseconds between two looks at the list of disks. */
const diskInterval = 500;

const kernel = consoleOf('kernel');
const systemdConsole = consoleOf('systemd');
const udevConsole = consoleOf('udev');
const cloudInitConsole = consoleOf('cloud-init');
const ignitionConsole = consoleOf('ignition');

/** Start-up data of a machine, in one of the two formats. */
type StartUp = { readonly data: UserData } | { readonly ignition: IgnitionConfig };

/** A machine that is switched on. */
class Guest {
  private readonly boot: BootFile;
  private readonly startUp: StartUp;
  private readonly root: string;
  private readonly commands: GuestCommands;
  private readonly devices: DeviceFolder;
  private readonly systemd: Systemd;
  private shuttingDown = false;

  constructor(boot: BootFile, startUp: StartUp) {
    this.boot = boot;
    this.startUp = startUp;
    this.root = createRootFileSystem(boot);
    this.commands = new GuestCommands(this.root);
    this.devices = new DeviceFolder(this.root, (event) => this.tellUdev(event));
    const builtIn = [
      new KubeletService({ boot, root: this.root, disks: () => this.usableDisks() }),
      new ContainerRuntime(this.root),
      playedService('systemd-timesyncd.service', 'Network Time Synchronization (played)'),
      playedService('systemd-logind.service', 'User Login Management (played)'),
      playedService('ssh.service', 'OpenBSD Secure Shell server (played)'),
      playedService('qemu-guest-agent.service', 'QEMU Guest Agent (played)'),
    ];
    this.systemd = new Systemd(this.root, this.commands, builtIn, systemdConsole);
  }

  /** Returns the network data that applies at this boot. */
  networkData(given: NetworkData | undefined): NetworkData | undefined {
    if (!('data' in this.startUp)) return given;
    const everyBoot = this.startUp.data.updates?.network.when.includes('boot') === true;
    return keptNetworkData({ root: this.root, boot: this.boot, given, everyBoot });
  }

  async start(): Promise<void> {
    this.showDisks();
    watchFile(this.disksFile(), { interval: diskInterval }, () => this.showDisks());
    await serveProgramsAt({
      root: this.root,
      systemd: this.systemd,
      kubernetesVersion: () => installedVersion(this.root, this.boot),
    });
    const errors = await this.setUp();
    if (this.shuttingDown) return;
    writeFileSync(join(this.boot.guestDir, 'booted.json'), JSON.stringify({ errors }));
  }

  /**
   * Boots and applies the start-up data, in the order of its format.
   *
   * @returns Problems that occurred.
   */
  private setUp(): Promise<readonly string[]> {
    return 'data' in this.startUp
      ? this.setUpByCloudInit(this.startUp.data)
      : this.setUpByIgnition(this.startUp.ignition);
  }

  /** Boots systemd first: cloud-init is one of the services that systemd starts. */
  private async setUpByCloudInit(data: UserData): Promise<readonly string[]> {
    if (!(await this.systemd.boot())) return ['its disks are not mounted'];
    const { ran, errors } = await runCloudInit({
      root: this.root,
      instanceId: this.boot.instanceId,
      data,
      commands: this.commands,
      startUnit: (name) => this.systemd.start(name),
      tell: cloudInitConsole,
    });
    if (this.shuttingDown) return errors;
    if (!ran) cloudInitConsole(`instance ${this.boot.instanceId} had its first boot before`);
    cloudInitConsole(errors.length === 0 ? 'finished' : `finished with ${errors.length} errors`);
    return errors;
  }

  /** Runs Ignition before systemd starts any unit; when Ignition fails, no unit is started. */
  private async setUpByIgnition(config: IgnitionConfig): Promise<readonly string[]> {
    try {
      const ran = runIgnition({ root: this.root, config, tell: ignitionConsole });
      ignitionConsole(
        ran ? 'Ignition finished successfully' : 'this disk had its first boot before',
      );
      this.systemd.reload();
      if (ran) this.systemd.applyPresets();
    } catch (error) {
      const { message } = error as Error;
      ignitionConsole(`Ignition failed: ${message}`);
      systemdConsole('You are in emergency mode.');
      return [message];
    }
    return (await this.systemd.boot()) ? [] : ['its disks are not mounted'];
  }

  /** Handles a press of the power button. Resolves when the machine may be switched off. */
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

  /**
   * Returns the disks that the hypervisor gives the machine at the moment: the supervisor rewrites the list
   * when a disk is hot-plugged.
   */
  private disks(): readonly Disk[] {
    const file = this.disksFile();
    if (!existsSync(file)) return this.boot.disks;
    return JSON.parse(readFileSync(file, 'utf8')) as readonly Disk[];
  }

  /**
   * Returns the disks that programs of the machine can use: its kernel finds a hot-plugged disk only a
   * moment after the hypervisor has given it.
   */
  private usableDisks(): readonly Disk[] {
    return this.disks().filter((disk) => this.devices.has(disk));
  }

  /** Runs what the rules of udev want after a disk has grown. */
  private tellUdev(event: DiskEvent): void {
    for (const command of commandsFor(this.root, event)) {
      void this.commands.run(command, udevConsole);
    }
  }

  private showDisks(): void {
    try {
      for (const line of this.devices.show(this.disks())) kernel(line);
    } catch (error) {
      kernel((error as Error).message);
    }
  }
}

/** Everything that a machine reads at its boot. */
type BootData = { readonly boot: BootFile; readonly network?: NetworkData } & StartUp;

interface BootProblems {
  readonly from: string;
  readonly problems: readonly string[];
}

/**
 * Reads the boot file and the start-up data; writes their problems to the console and returns
 * undefined when there are any.
 */
function readBoot(path: string): BootData | undefined {
  const program = join(import.meta.dirname, 'read-boot.ts');
  const { stdout, stderr } = spawnSync(process.execPath, [program, path], { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  const read = JSON.parse(stdout) as BootData | BootProblems;
  if (!('problems' in read)) return read;
  for (const problem of read.problems) consoleOf(read.from)(problem);
  return undefined;
}

/**
 * Boots a machine and keeps it running until its power button is pressed (SIGTERM).
 *
 * @returns The exit code: 0 after a shutdown, 1 when the machine cannot boot.
 */
export async function bootGuest(bootFile: string): Promise<number> {
  const read = readBoot(bootFile);
  if (read === undefined) return 1;
  const { boot, network, ...startUp } = read;
  kernel(`${boot.name} (${boot.instanceId}) boots`);
  const guest = new Guest(boot, startUp);
  configureNetwork(boot, guest.networkData(network), consoleOf('network'));
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
