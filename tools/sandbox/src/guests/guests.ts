// SPDX-License-Identifier: Apache-2.0
import { ApiError, type ApiClient } from '@strata/cluster-client';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir } from '@strata/toolchain';
import type { BootFile, Disk } from '../guest/boot-file.ts';
import { writeFileAtomically } from '../instance.ts';
import type { DataObject } from '../kubernetes/objects.ts';
import { network as rackNetwork } from '../network.ts';
import { SupervisedProcess, type ProcessSpec } from '../process/supervised-process.ts';
import { systemPath } from '../rack/requirements.ts';
import { takeImage } from '../hardware/disk-image.ts';
import { bytesOf } from '../hardware/storage-size.ts';
import { hasGuest, hostnameOf, readCloudInit } from './cloud-init.ts';
import { disksOf, ioErrorFile, rootDiskOf, sizeOfDisk } from './disks.ts';
import { guestBinaries, type BinaryPath } from './guest-binaries.ts';
import { readerOf } from './guest-system.ts';
import { guestInterfaces } from './interfaces.ts';
import type { PodNetwork } from './launcher.ts';
import { claimOf, gracePeriodOf, type MachineInstance } from './virtual-machine.ts';
import { pluggedVolumes } from './volume-status.ts';

const startScript = join(import.meta.dirname, 'guest-start.sh');
const guestProgram = join(import.meta.dirname, '../guest/main.ts');

/** CPUs and memory that the guest of a machine sees when the machine sets neither. */
const defaultSize = { cpu: 1, memory: '2Gi' } as const;

export interface GuestsOptions {
  readonly api: ApiClient;
  readonly binaryPath: BinaryPath;
  readonly logsDir: string;
  /** Folder with the contents of the persistent volumes. */
  readonly volumesDir: string;
  /** Folder of contents that live as long as a machine. */
  readonly guestsDir: string;
  /** Folder with the contents of the hosts' own disks. */
  readonly hostsDir: string;
}

/** Prepares guests: their disks, their start-up data, and the process that each of them is. */
export class Guests {
  private readonly options: GuestsOptions;
  /** List of disks that was last written for each guest, by machine. */
  private readonly disks = new Map<string, string>();

  constructor(options: GuestsOptions) {
    this.options = options;
  }

  /** Returns the path of the file with a guest's console. */
  logFile({ metadata }: MachineInstance): string {
    const { namespace = '', name } = metadata;
    return join(this.options.logsDir, `guest_${namespace}_${name}.log`);
  }

  /**
   * Prepares a machine's disks and start-up data.
   *
   * @returns The function that starts its process; undefined when no guest runs for it.
   * @throws Error when an object that it is made of does not exist.
   */
  async prepare(
    machine: MachineInstance,
    network: PodNetwork,
  ): Promise<((onChange: () => void) => SupervisedProcess) | undefined> {
    const cloudInit = await readCloudInit(machine, (name) => this.readSecret(machine, name));
    if (cloudInit === undefined || !hasGuest(machine, cloudInit)) return undefined;
    const disks = await this.makeDisks(machine);
    const dir = this.dirOf(machine);
    const { cpu, memory } = sizeOf(machine);
    const rootDisk = rootDiskOf(machine, disks);
    const content: BootFile & { logFile: string } = {
      name: hostnameOf(machine),
      ...cloudInit,
      reads: await readerOf(machine, rootDisk.name, (path) => this.get(path)),
      address: network.address,
      prefixLength: 32,
      gateway: rackNetwork.gateway,
      interfaces: guestInterfaces(machine, network),
      disks,
      rootDisk: rootDisk.path,
      guestDir: dir,
      logFile: this.logFile(machine),
      binaries: guestBinaries(this.options.binaryPath),
      gracePeriodSeconds: Math.max(gracePeriodOf(machine), 1),
      cpu,
      memoryMiB: Math.floor(bytesOf(memory) / 2 ** 20),
    };
    const bootFile = join(dir, 'boot.json');
    writeFileAtomically(bootFile, `${JSON.stringify(content, null, 2)}\n`);
    this.tellDisks(machine, disks);
    const spec = this.guestProcess(machine, network, bootFile);
    return (onChange) => new SupervisedProcess(spec, onChange);
  }

  /** Writes the list of a running guest's current disks, with their sizes. */
  async updateDisks(machine: MachineInstance): Promise<void> {
    const known = this.disks.get(machine.metadata.uid);
    if (known === undefined) return;
    const sizes = new Map(
      (JSON.parse(known) as readonly Disk[]).map(({ name, size }) => [name, size]),
    );
    const plugged = pluggedVolumes(machine);
    const all = (machine.spec.domain?.devices?.disks ?? []).map(({ name }) => name);
    const wanted = all.filter((name) => plugged.has(name));
    const isTold = wanted.every(
      (name) => sizes.has(name) && sizes.get(name) === sizeOfDisk(machine, name),
    );
    if (isTold && [...sizes.keys()].every((name) => wanted.includes(name))) return;
    this.tellDisks(machine, await this.makeDisks(machine));
  }

  /** Returns whether a disk of a running guest answers with I/O errors. */
  hasIoError({ metadata }: MachineInstance): boolean {
    const disks = JSON.parse(this.disks.get(metadata.uid) ?? '[]') as readonly Disk[];
    return disks.some(({ path }) => existsSync(join(path, ioErrorFile)));
  }

  /** Removes the files of a machine that is gone. */
  remove(uid: string): void {
    this.disks.delete(uid);
    rmSync(join(this.options.guestsDir, uid), { recursive: true, force: true });
  }

  /**
   * Removes the files of all machines but these; they may be left from before the sandbox was
   * stopped.
   */
  keepOnly(uids: ReadonlySet<string>): void {
    mkdirSync(this.options.guestsDir, { recursive: true, mode: 0o700 });
    for (const uid of readdirSync(this.options.guestsDir)) {
      if (!uids.has(uid)) this.remove(uid);
    }
  }

  private dirOf({ metadata }: MachineInstance): string {
    const dir = join(this.options.guestsDir, metadata.uid);
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return dir;
  }

  private async makeDisks(machine: MachineInstance): Promise<Disk[]> {
    const { volumesDir, hostsDir } = this.options;
    const bound = new Map<string, string>();
    const claims = (machine.spec.volumes ?? []).flatMap((volume) => claimOf(volume) ?? []);
    for (const claim of claims) {
      const path = `/api/v1/namespaces/${machine.metadata.namespace ?? ''}/persistentvolumeclaims/${claim}`;
      const found = await this.get<{ readonly spec: { readonly volumeName?: string } }>(path);
      if (found?.spec.volumeName !== undefined) bound.set(claim, found.spec.volumeName);
    }
    const disks = disksOf(machine, pluggedVolumes(machine), {
      volumesDir,
      hostsDir,
      machineDir: this.dirOf(machine),
      volumeOf: (claim) => bound.get(claim),
    });
    const told = this.disks.get(machine.metadata.uid) ?? '[]';
    const known = new Set((JSON.parse(told) as readonly Disk[]).map(({ path }) => path));
    for (const { path } of disks) {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      // Not of a disk that the machine has already: its guest reads and writes the folder.
      if (!known.has(path)) await takeImage(path);
    }
    await this.fillDisks(machine, disks);
    return disks;
  }

  /** Fills the disks that are made of Secrets and ConfigMaps, with a file for each key. */
  private async fillDisks(machine: MachineInstance, disks: readonly Disk[]): Promise<void> {
    for (const { name, secret, configMap } of machine.spec.volumes ?? []) {
      const disk = disks.find((candidate) => candidate.name === name);
      if (disk === undefined || (secret === undefined && configMap === undefined)) continue;
      const data =
        secret === undefined
          ? (await this.read(machine, 'configmaps', configMap?.name ?? ''))?.data
          : await this.readSecret(machine, secret.secretName);
      for (const [key, value] of Object.entries(data ?? {})) {
        writeFileSync(join(disk.path, key), value);
      }
    }
  }

  private tellDisks(machine: MachineInstance, disks: readonly Disk[]): void {
    const content = JSON.stringify(disks, null, 2);
    writeFileAtomically(join(this.dirOf(machine), 'disks.json'), `${content}\n`);
    this.disks.set(machine.metadata.uid, content);
  }

  private guestProcess(
    machine: MachineInstance,
    network: PodNetwork,
    bootFile: string,
  ): ProcessSpec {
    const { namespace = '', name } = machine.metadata;
    return {
      name: `guest ${namespace}/${name}`,
      command: [
        ...(['nsenter', `--net=${join('/run/netns', network.name)}`, '--'] as const),
        'unshare',
        '--mount',
        '--uts',
        '--pid',
        '--',
        'sh',
        startScript,
        process.execPath,
        guestProgram,
        bootFile,
      ],
      env: {
        PATH: systemPath('/usr/local/bin:/usr/bin:/bin'),
        HOME: '/root',
        TERM: 'dumb',
        NODE_COMPILE_CACHE: join(cacheDir(), 'node-compile-cache'),
      },
      cwd: '/',
      logFile: this.logFile(machine),
      // The started process only represents the guest: see guest-start.sh.
      forceSignal: 'SIGUSR1',
      restarts: () => false,
    };
  }

  private async readSecret(machine: MachineInstance, name: string) {
    const secret = await this.read(machine, 'secrets', name);
    if (secret === undefined) return undefined;
    return Object.fromEntries(
      Object.entries(secret.data ?? {}).map(([key, value]) => [
        key,
        Buffer.from(value, 'base64').toString(),
      ]),
    );
  }

  private async read(
    { metadata: { namespace = '' } }: MachineInstance,
    kind: 'secrets' | 'configmaps',
    name: string,
  ): Promise<DataObject | undefined> {
    const path = `/api/v1/namespaces/${namespace}/${kind}/${name}`;
    return this.get<DataObject>(path);
  }

  /** Reads an object; undefined when it does not exist. */
  private async get<T>(path: string): Promise<T | undefined> {
    try {
      return await this.options.api.request<T>('GET', path);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  }
}

function sizeOf({ spec: { domain } }: MachineInstance): { cpu: number; memory: string } {
  const { cores = 1, sockets = 1, threads = 1 } = domain?.cpu ?? {};
  const requests = domain?.resources?.requests;
  return {
    cpu: Math.max(cores * sockets * threads, defaultSize.cpu),
    memory: domain?.memory?.guest ?? requests?.memory ?? defaultSize.memory,
  };
}
