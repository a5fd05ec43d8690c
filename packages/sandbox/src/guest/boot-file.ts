// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const disk = z.object({
  /** Name of the volume in the VMI. */
  name: z.string().min(1),
  /** Serial number that the guest sees, in /dev/disk/by-id. */
  serial: z.string().min(1).optional(),
  /** How the disk is attached; `scsi` for hot-plugged ones. */
  bus: z.string().min(1),
  /** The folder that stands for the disk; what is in it survives the guest. */
  path: z.string().startsWith('/'),
});

const networkInterface = z.object({
  /** Name of the interface in the VMI. */
  name: z.string().min(1),
  /** What it is called in the machine's pod. */
  device: z.string().min(1),
  mac: z.string().min(1),
  /** Whether the network there gives an address to who asks: the pod network's does. */
  onPodNetwork: z.boolean(),
});

const bootFile = z.object({
  name: z.string().min(1),
  instanceId: z.string().min(1),
  userData: z.string(),
  /** Of the disk with the start-up data: NoCloud has the one, ConfigDrive the other. */
  label: z.enum(['cidata', 'config-2']).default('cidata'),
  /** What the image reads its start-up data with. */
  reads: z.enum(['cloud-init', 'ignition']).default('cloud-init'),
  metaData: z.string(),
  networkData: z.string().optional(),
  /** What DHCP says on the pod network. */
  address: z.ipv4(),
  prefixLength: z.int().min(0).max(32),
  gateway: z.ipv4(),
  /** In the order of their PCI ports. */
  interfaces: z.array(networkInterface),
  disks: z.array(disk),
  rootDisk: z.string().startsWith('/'),
  guestDir: z.string().startsWith('/'),
  binaries: z.object({
    /** Folder with kubeadm and the control plane's programs, by version without a `v`. */
    kubernetes: z.record(z.string(), z.string().startsWith('/')),
    etcd: z.string().startsWith('/'),
    /** Ignition's own reader of its configs, `tools/toolchain/ignition-validate`. */
    ignition: z.string().startsWith('/').optional(),
    /** The kubelet's own reader of its settings, `tools/toolchain/kubelet-validate`, by version. */
    kubelet: z.record(z.string(), z.string().startsWith('/')).default({}),
  }),
  gracePeriodSeconds: z.number().positive(),
  /** What the node reports as its capacity. @default 2 */
  cpu: z.int().positive().default(2),
  /** @default 4 GiB */
  memoryMiB: z.int().positive().default(4096),
});

/** Everything that the hypervisor knows of a machine: the contract with the supervisor. */
export type BootFile = z.output<typeof bootFile>;

/** A disk of the machine: a folder stands for it. */
export type Disk = z.output<typeof disk>;

/** A network interface of the machine. */
export type GuestInterface = z.output<typeof networkInterface>;

/** @throws Error that names every wrong key. */
export function readBootFile(path: string): BootFile {
  const read = bootFile.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (read.success) return read.data;
  const problems = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`${path}: ${problems.join('; ')}`);
}
