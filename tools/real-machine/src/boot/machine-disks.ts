// SPDX-License-Identifier: Apache-2.0
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostTools } from '../debian/host-tools.ts';
import type { MachineImage } from '../debian/machine-image.ts';
import { runCommand } from '../run-command.ts';
import { addresses, cardOf, machineAddress } from './addresses.ts';

/** Data that a machine finds at its first boot. */
export interface MachineSeed {
  /** Its host name. */
  readonly name: string;
  /** Its number among its peers, from 0, which decides on its address. */
  readonly number: number;
  /** User data of cloud-init, from the owner of the machine. */
  readonly userData: string;
  /** Vendor data of cloud-init, from the platform. */
  readonly vendorData: string;
  /** Serial numbers of further disks, which are empty. */
  readonly disks: readonly string[];
}

const diskGiB = 4;
const gibibyte = 2 ** 30;

/** Makes the disks of a machine, and returns QEMU's arguments for them. */
export async function makeDisks(
  folder: string,
  seed: MachineSeed,
  { tools, image }: { readonly tools: HostTools; readonly image: MachineImage },
): Promise<string[]> {
  await mkdir(folder);
  const root = join(folder, 'root.qcow2');
  const backing = ['-q', '-f', 'qcow2', '-b', image.rootDisk, '-F', 'raw'];
  await runCommand([...tools.command('qemu-img'), 'create', ...backing, root]);
  const drives = [
    drive('root', root, 'qcow2'),
    drive('seed', await writeSeed(folder, seed, tools), 'raw'),
  ];
  for (const serial of seed.disks) {
    const file = join(folder, `${serial}.img`);
    await writeFile(file, '');
    await truncate(file, diskGiB * gibibyte);
    drives.push(drive(serial, file, 'raw'));
  }
  return drives.flat();
}

/**
 * Returns QEMU's arguments for a disk. Writes are cached unsafely, because data lost in a crash of
 * the host does not matter here.
 */
function drive(serial: string, file: string, format: 'raw' | 'qcow2'): string[] {
  const backend = `if=none,id=${serial},file=${file},format=${format},cache=unsafe,discard=unmap`;
  return ['-drive', backend, '-device', `virtio-blk-pci,drive=${serial},serial=${serial}`];
}

/**
 * Returns the network configuration that KubeVirt would give by DHCP.
 *
 * @see https://docs.cloud-init.io/en/25.1/reference/network-config-format-v2.html
 */
function networkConfig(number: number): string {
  const { dns, gateway, prefix } = addresses;
  const card = {
    match: { macaddress: cardOf(number) },
    addresses: [`${machineAddress(number)}/${prefix}`],
    routes: [{ to: '0.0.0.0/0', via: gateway }],
    nameservers: { addresses: [dns] },
  };
  return JSON.stringify({ version: 2, ethernets: { pod: card } });
}

/**
 * Writes the NoCloud seed of a machine.
 *
 * @see https://docs.cloud-init.io/en/25.1/reference/datasources/nocloud.html
 */
async function writeSeed(folder: string, seed: MachineSeed, tools: HostTools): Promise<string> {
  const { name, number, userData, vendorData } = seed;
  const metaData = JSON.stringify({ 'instance-id': name, 'local-hostname': name });
  const files = {
    'user-data': userData,
    'meta-data': metaData,
    'vendor-data': vendorData,
    'network-config': networkConfig(number),
  };
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  const disk = join(folder, 'seed.iso');
  const options = ['-quiet', '-volid', 'cidata', '-joliet', '-rock', '-output', disk];
  await runCommand([...tools.command('genisoimage'), ...options, ...Object.keys(files)], {
    cwd: folder,
  });
  return disk;
}
