// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { HostTools } from '../debian/host-tools.ts';
import type { MachineImage } from '../debian/machine-image.ts';
import { findOnPath } from '../run-command.ts';

/** QEMU of this host, and its accelerator. */
export interface Qemu {
  /** Program, with arguments that come before all others. */
  readonly command: readonly string[];
  /** `kvm` runs the guest's instructions on the processor, `tcg` translates them. */
  readonly accelerator: 'kvm' | 'tcg';
  /** Arguments that select the accelerator. */
  readonly accelerated: readonly string[];
}

/**
 * Oldest usable major version: older ones translate cmpxchg16b wrongly, and with 7.2 of Debian 12
 * containerd crashes.
 */
const oldestMajor = 10;

const accelerations = {
  kvm: ['-accel', 'kvm', '-cpu', 'host'],
  tcg: ['-accel', 'tcg,thread=multi,tb-size=512', '-cpu', 'max'],
} as const;

/**
 * Seconds to wait for a kernel under KVM. Many containers have the device, but it boots nothing;
 * only a kernel that starts is proof.
 */
const probeSeconds = 30;

async function findCommand(tools: HostTools): Promise<readonly string[]> {
  const program = 'qemu-system-x86_64';
  const installed = await findOnPath(program);
  if (installed === undefined) return tools.command(program);
  const { stdout } = await promisify(execFile)(installed, ['--version']);
  const major = Number(/version (\d+)/.exec(stdout)?.[1] ?? 0);
  return major >= oldestMajor ? [installed] : tools.command(program);
}

/** Returns whether a kernel without disks boots until it looks for one, and ends there. */
async function boots(
  [program = '', ...first]: readonly string[],
  kernel: string,
): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'strata-kvm-'));
  const log = join(folder, 'console');
  const machine = ['-M', 'q35', '-m', '512', '-nodefaults', '-display', 'none', '-no-reboot'];
  const start = ['-kernel', kernel, '-append', 'console=ttyS0 panic=-1', '-serial', `file:${log}`];
  try {
    const args = [...first, ...machine, ...accelerations.kvm, ...start];
    await promisify(execFile)(program, args, {
      timeout: probeSeconds * 1000,
      killSignal: 'SIGKILL',
    });
    return (await readFile(log, 'utf8')).includes('Unable to mount root fs');
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Finds QEMU 10 or newer on PATH, else uses Debian's, and tests whether KVM boots this kernel here.
 */
export async function findQemu(tools: HostTools, { kernel }: MachineImage): Promise<Qemu> {
  const command = await findCommand(tools);
  const accelerator = (await boots(command, kernel)) ? 'kvm' : 'tcg';
  return { command, accelerator, accelerated: accelerations[accelerator] };
}
