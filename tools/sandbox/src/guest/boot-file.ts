// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const disk = z.object({
  /** Name of the volume in the VMI. */
  name: z.string().min(1),
  /** Serial number that the guest sees in /dev/disk/by-id. */
  serial: z.string().min(1).optional(),
  /** Bus of the disk; `scsi` for hot-plugged ones. */
  bus: z.string().min(1),
  /** Folder that stands for the disk; its content survives the guest. */
  path: z.string().startsWith('/'),
  /** Bytes of the disk; it may grow while the guest runs. @default not known */
  size: z.int().positive().optional(),
});

const networkInterface = z.object({
  /** Name of the interface in the VMI. */
  name: z.string().min(1),
  /** Name of the interface in the machine's pod. */
  device: z.string().min(1),
  mac: z.string().min(1),
  /** Whether the interface is on the pod network, which is the only one with DHCP. */
  onPodNetwork: z.boolean(),
});

const bootFile = z.object({
  name: z.string().min(1),
  instanceId: z.string().min(1),
  userData: z.string(),
  /** Label of the disk with the start-up data: `cidata` for NoCloud, `config-2` for ConfigDrive. */
  label: z.enum(['cidata', 'config-2']).default('cidata'),
  /** Program with which the image reads its start-up data. */
  reads: z.enum(['cloud-init', 'ignition']).default('cloud-init'),
  metaData: z.string(),
  networkData: z.string().optional(),
  /** Address, prefix length and gateway that DHCP gives on the pod network. */
  address: z.ipv4(),
  prefixLength: z.int().min(0).max(32),
  gateway: z.ipv4(),
  /** Interfaces in the order of their PCI ports. */
  interfaces: z.array(networkInterface),
  disks: z.array(disk),
  rootDisk: z.string().startsWith('/'),
  guestDir: z.string().startsWith('/'),
  binaries: z.object({
    /** Folder with kubeadm and the programs of the control plane, by version without a `v`. */
    kubernetes: z.record(z.string(), z.string().startsWith('/')),
    etcd: z.string().startsWith('/'),
    /** Path of Ignition's own reader of its configs, `tools/toolchain/ignition-validate`. */
    ignition: z.string().startsWith('/').optional(),
    /**
     * Path of the kubelet's own reader of its settings, `tools/toolchain/kubelet-validate`, by
     * version.
     */
    kubelet: z.record(z.string(), z.string().startsWith('/')).default({}),
  }),
  gracePeriodSeconds: z.number().positive(),
  /** CPUs that the node reports as its capacity. @default 2 */
  cpu: z.int().positive().default(2),
  /** @default 4 GiB */
  memoryMiB: z.int().positive().default(4096),
});

/** Everything that the hypervisor knows of a machine: the contract between supervisor and guest. */
export type BootFile = z.output<typeof bootFile>;

/** A disk of the machine; a folder stands for it. */
export type Disk = z.output<typeof disk>;

/** A network interface of the machine. */
export type GuestInterface = z.output<typeof networkInterface>;

/** Reads a boot file. @throws Error that names every wrong key. */
export function readBootFile(path: string): BootFile {
  const read = bootFile.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (read.success) return read.data;
  const problems = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`${path}: ${problems.join('; ')}`);
}
