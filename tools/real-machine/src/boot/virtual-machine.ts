// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MachineImage } from '../debian/machine-image.ts';
import { cardOf, tapOf } from './addresses.ts';
import type { MachineNetwork } from './machine-network.ts';
import type { Qemu } from './qemu.ts';
import { sendToMonitor } from './qmp.ts';
import { endingWithParent } from './ending-with-parent.ts';

/** A machine that is off, and what it needs to be on. */
export interface MachinePlan {
  readonly folder: string;
  /** Its number among its peers, from 0. */
  readonly number: number;
  readonly memoryMiB: number;
  /** QEMU's arguments for its disks. */
  readonly disks: readonly string[];
  /** A command that runs in the network that it is plugged into. */
  readonly inside: MachineNetwork['inside'];
  readonly qemu: Qemu;
  readonly image: MachineImage;
}

/** One boot of a machine, from power-on to power-off. */
export interface Boot {
  /** All that its console has shown since power-on. */
  readonly console: () => Promise<string>;
  /**
   * Waits until the console shows something.
   *
   * @returns seconds since power-on.
   * @throws Error when the machine ends before, or the time is over.
   */
  readonly shows: (what: RegExp, withinSeconds: number) => Promise<number>;
  /** Presses the power button, as `virtctl stop` does it, and waits until the machine is off. */
  readonly pressPowerButton: (withinSeconds: number) => Promise<number>;
  /** Of the QEMU that is the machine, in MiB: what of the host's memory it has taken. */
  readonly memoryMiB: () => Promise<number>;
  /** Pulls the plug. */
  readonly kill: () => Promise<void>;
}

/** No boot loader: QEMU loads the kernel. The second serial line is a root shell, for a look inside. */
const kernelArguments = [
  ...['root=LABEL=root', 'rw', 'console=ttyS0', 'panic=1', 'quiet', 'mitigations=off'],
  ...['systemd.show_status=false', 'systemd.debug_shell=ttyS1'],
];

function qemuArguments({ folder, number, memoryMiB, disks, qemu, image }: MachinePlan): string[] {
  const network = `tap,id=net,ifname=${tapOf(number)},script=no,downscript=no`;
  const card = `virtio-net-pci,netdev=net,romfile=,mac=${cardOf(number)}`;
  return [
    ...['-M', 'q35', ...qemu.accelerated, '-m', String(memoryMiB), '-smp', '2'],
    ...['-nodefaults', '-display', 'none', '-no-reboot', '-device', 'virtio-rng-pci'],
    ...['-kernel', image.kernel, '-initrd', image.initialRamDisk],
    ...['-append', kernelArguments.join(' ')],
    ...['-serial', `file:${join(folder, 'console')}`],
    ...['-serial', `unix:${join(folder, 'shell')},server=on,wait=off`],
    ...['-qmp', `unix:${join(folder, 'monitor')},server=on,wait=off`],
    ...['-netdev', network, '-device', card, ...disks],
  ];
}

const pollMilliseconds = 500;

/** Switches a machine on. */
export async function powerOn(plan: MachinePlan): Promise<Boot> {
  const consoleFile = join(plan.folder, 'console');
  await rm(consoleFile, { force: true });
  const [program = '', ...first] = plan.qemu.command;
  const log = openSync(join(plan.folder, 'qemu.log'), 'a');
  const begin = Date.now();
  const qemu = [program, ...first, ...qemuArguments(plan)];
  // To enter a namespace is to lose the wish to end with one's parent, so it comes after.
  const command = plan.inside([...endingWithParent, ...qemu]);
  const [file = '', ...args] = command;
  const child = spawn(file, args, { stdio: ['ignore', log, log] });
  closeSync(log);
  let isOn = true;
  const ended = new Promise<void>((done) => {
    child.once('exit', () => {
      isOn = false;
      done();
    });
  });
  const seconds = () => Math.round((Date.now() - begin) / 1000);
  const console = () => readFile(consoleFile, 'utf8').catch(() => '');
  const until = async (what: string, isDone: () => boolean | Promise<boolean>, within: number) => {
    const deadline = Date.now() + within * 1000;
    while (!(await isDone())) {
      if (Date.now() < deadline && isOn) await sleep(pollMilliseconds);
      else
        throw new Error(
          `${what}: not ${isOn ? `within ${within} s` : 'before it went off'}; ${plan.folder}`,
        );
    }
    return seconds();
  };
  return {
    console,
    shows: (what, within) => until(`${what}`, async () => what.test(await console()), within),
    pressPowerButton: async (within) => {
      await sendToMonitor(join(plan.folder, 'monitor'), 'system_powerdown');
      const deadline = sleep(within * 1000, 'late', { ref: false });
      if ((await Promise.race([ended, deadline])) === 'late') {
        throw new Error(`still on ${within} s after the power button was pressed; ${plan.folder}`);
      }
      return seconds();
    },
    memoryMiB: async () => {
      const status = await readFile(`/proc/${child.pid ?? 0}/status`, 'utf8');
      return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
    },
    kill: async () => {
      if (isOn) child.kill('SIGKILL');
      await ended;
    },
  };
}
