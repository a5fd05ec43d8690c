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

/** Machine that is off, with everything it needs to boot. */
export interface MachinePlan {
  readonly folder: string;
  /** Its number among its peers, from 0. */
  readonly number: number;
  readonly memoryMiB: number;
  /** QEMU's arguments for its disks. */
  readonly disks: readonly string[];
  /** Wraps a command so that it runs in the machine's network. */
  readonly inside: MachineNetwork['inside'];
  readonly qemu: Qemu;
  readonly image: MachineImage;
}

/** Boot of a machine, from power-on to power-off. */
export interface Boot {
  /** Returns everything that its console has shown since power-on. */
  readonly console: () => Promise<string>;
  /**
   * Waits until the console shows a text.
   *
   * @returns seconds since power-on.
   * @throws Error when the machine ends first, or the time is over.
   */
  readonly shows: (what: RegExp, withinSeconds: number) => Promise<number>;
  /**
   * Presses the power button, as `virtctl stop` does, and waits until the machine is off. Returns
   * the seconds that this took.
   */
  readonly pressPowerButton: (withinSeconds: number) => Promise<number>;
  /** Returns the memory of the host that the machine's QEMU uses, in MiB. */
  readonly memoryMiB: () => Promise<number>;
  /** Kills the machine at once, like a power failure. */
  readonly kill: () => Promise<void>;
}

/**
 * Kernel command line. There is no boot loader: QEMU loads the kernel. The second serial line is a
 * root shell for debugging.
 */
const kernelArguments = [
  'root=LABEL=root',
  'rw',
  'console=ttyS0',
  'panic=1',
  'quiet',
  'mitigations=off',
  'systemd.show_status=false',
  'systemd.debug_shell=ttyS1',
];

function qemuArguments({ folder, number, memoryMiB, disks, qemu, image }: MachinePlan): string[] {
  const network = `tap,id=net,ifname=${tapOf(number)},script=no,downscript=no`;
  const card = `virtio-net-pci,netdev=net,romfile=,mac=${cardOf(number)}`;
  return [
    '-M',
    'q35',
    ...qemu.accelerated,
    '-m',
    String(memoryMiB),
    '-smp',
    '2',
    '-nodefaults',
    '-display',
    'none',
    '-no-reboot',
    '-device',
    'virtio-rng-pci',
    '-kernel',
    image.kernel,
    '-initrd',
    image.initialRamDisk,
    '-append',
    kernelArguments.join(' '),
    '-serial',
    `file:${join(folder, 'console')}`,
    '-serial',
    `unix:${join(folder, 'shell')},server=on,wait=off`,
    '-qmp',
    `unix:${join(folder, 'monitor')},server=on,wait=off`,
    '-netdev',
    network,
    '-device',
    card,
    ...disks,
  ];
}

const pollMilliseconds = 500;

/** Powers a machine on. */
export async function powerOn(plan: MachinePlan): Promise<Boot> {
  const consoleFile = join(plan.folder, 'console');
  await rm(consoleFile, { force: true });
  const [program = '', ...first] = plan.qemu.command;
  const log = openSync(join(plan.folder, 'qemu.log'), 'a');
  const begin = Date.now();
  const qemu = [program, ...first, ...qemuArguments(plan)];
  // Entering a namespace clears the parent-death signal, so setpriv comes after nsenter.
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
