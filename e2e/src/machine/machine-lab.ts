// SPDX-License-Identifier: Apache-2.0
import {
  addresses,
  ensureHostTools,
  ensureMachineImage,
  findOnPath,
  findQemu,
  machineAddress,
  makeDisks,
  MissingPrerequisite,
  powerOn,
  startMachineNetwork,
  type Boot,
} from '@strata/real-machine';
import { ensureToolchain, toolsFor, type Report } from '@strata/toolchain';
import { etcdDisk } from '@strata/user-cluster/machine-data';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { makeClusterKeys, makeServerIdentity, type ClusterKeys } from './cluster-keys.ts';
import { ensureClusterMirror } from './cluster-mirror.ts';
import { makeLoginKey, runAsRoot } from './log-in.ts';
import { apiUrl, cluster, loginUser, userDataOf, vendorData } from './machine-data.ts';
import { writeEtcdDisk } from './write-etcd-disk.ts';

/** A machine that may be switched on again and again. */
export interface Machine {
  readonly powerOn: () => Promise<Boot>;
  /** Runs a script as root, logged in by SSH. See {@link runAsRoot}. */
  readonly run: (script: string, shell?: string) => Promise<string>;
  /** Writes a backup to the disk of etcd, while the machine is off. See {@link writeEtcdDisk}. */
  readonly writeEtcd: (backup: Buffer) => Promise<string>;
}

/** A place for machines of one cluster: their network, their mirror, and their keys. */
export interface MachineLab {
  readonly accelerator: 'kvm' | 'tcg';
  readonly keys: ClusterKeys;
  /** A machine with empty disks, off. The first one of all gets the API's address. */
  readonly addMachine: (name: string, role: 'control-plane' | 'worker') => Promise<Machine>;
  /** Runs kubectl with all rights, again and again for five minutes while the API does not answer. */
  readonly kubectl: (...args: readonly string[]) => Promise<string>;
  /** Applies an object. */
  readonly apply: (object: object) => Promise<string>;
  /** Switches everything off. */
  readonly close: () => Promise<void>;
}

/** A machine's memory, in MiB: a control plane at rest has taken 0.7 GiB of it. */
const memoryMiB = { 'control-plane': 3072, worker: 2048 } as const;

const kubectlSeconds = 120;

/** Milliseconds: an API server that was started again needs two minutes on a translated processor. */
const apiPatience = 300_000;

/** Words of kubectl when nobody answers, or not in time. */
const noAnswer = /connection refused|was refused|timeout|EOF|ServiceUnavailable|InternalError/i;

/**
 * Makes what is missing in the cache: the host's tools, the image, the programs, and the mirror.
 *
 * @throws MissingPrerequisite when this host cannot have one of them.
 */
export async function prepare(report: Report) {
  for (const program of ['unshare', 'nsenter', 'setpriv', 'ip', 'tar', 'gzip', 'gcc', 'ssh']) {
    if ((await findOnPath(program)) === undefined) throw new MissingPrerequisite(`no ${program}`);
  }
  await promisify(execFile)('unshare', ['--user', '--map-root-user', '--net', 'true']).catch(() => {
    throw new MissingPrerequisite('no right to make user and network namespaces');
  });
  const tools = await ensureHostTools();
  report.line("Debian's packages are there; the image is made unless it is there (2 minutes)");
  const image = await ensureMachineImage(tools);
  const wanted = ['kubernetes', 'etcd', 'etcd-clients', ...toolsFor('machine')] as const;
  const env = { ...process.env, PKG_CONFIG: tools.pkgConfig };
  const toolchain = await ensureToolchain({ tools: wanted, env, report });
  const mirror = await ensureClusterMirror(toolchain);
  const qemu = await findQemu(tools, image);
  report.line(`machines run by ${qemu.accelerator}`);
  const kubectl = toolchain.get('kubernetes', 'kubectl').path;
  return {
    tools,
    image,
    qemu,
    mirror,
    kubectl,
    etcdutl: toolchain.get('etcd-clients', 'etcdutl').path,
  };
}

/**
 * Opens a lab.
 *
 * @param parent - a folder in which it makes one of its own, for logs and disks.
 * @throws MissingPrerequisite when this host cannot have one.
 */
export async function openMachineLab(parent: string, report: Report): Promise<MachineLab> {
  const { tools, image, qemu, mirror, kubectl: program, etcdutl } = await prepare(report);
  const folder = await mkdtemp(join(parent, 'lab-'));
  const identity = await makeServerIdentity(addresses.gateway);
  const keys = await makeClusterKeys(cluster.name, apiUrl);
  const loginKey = await makeLoginKey(folder);
  const network = await startMachineNetwork({
    folder,
    mirror: { folder: mirror, ...identity },
  });
  const kubeconfig = join(folder, 'kubeconfig');
  await writeFile(kubeconfig, keys.kubeconfig, { mode: 0o600 });
  const boots: Boot[] = [];
  let machines = 0;
  const kubectl = async (...args: readonly string[]) => {
    const flags = ['--kubeconfig', kubeconfig, '--request-timeout=60s'];
    const [file = '', ...rest] = network.inside([program, ...flags, ...args]);
    const deadline = Date.now() + apiPatience;
    for (;;) {
      try {
        const options = { timeout: kubectlSeconds * 1000 };
        const { stdout } = await promisify(execFile)(file, rest, options);
        return stdout.trim();
      } catch (error) {
        if (!noAnswer.test(String(error)) || Date.now() > deadline) throw error;
        await sleep(5_000);
      }
    }
  };
  await mkdir(join(folder, 'objects'));
  return {
    accelerator: qemu.accelerator,
    keys,
    kubectl,
    addMachine: async (name, role) => {
      const number = machines++;
      const own = join(folder, name);
      const seed = {
        name,
        number,
        userData: userDataOf(role, keys, loginKey.line),
        vendorData: vendorData(identity.authorityPem),
        disks: role === 'control-plane' ? [etcdDisk.serial] : [],
      };
      const disks = await makeDisks(own, seed, { tools, image });
      const { inside } = network;
      const plan = { folder: own, number, memoryMiB: memoryMiB[role], disks, qemu, image, inside };
      return {
        powerOn: async () => {
          const boot = await powerOn(plan);
          boots.push(boot);
          return boot;
        },
        run: (script, shell) =>
          runAsRoot(
            { key: loginKey, user: loginUser, address: machineAddress(number), inside },
            script,
            shell,
          ),
        writeEtcd: async (backup) => {
          const work = await mkdtemp(join(own, 'restore-'));
          await writeFile(join(work, 'etcd.db'), backup, { mode: 0o600 });
          const disk = join(own, `${etcdDisk.serial}.img`);
          return writeEtcdDisk({ folder: work, name, disk, etcdutl });
        },
      };
    },
    apply: async (object) => {
      const file = join(folder, 'objects', `${Date.now()}.json`);
      await writeFile(file, JSON.stringify(object));
      return kubectl('apply', '--filename', file);
    },
    close: async () => {
      for (const boot of boots) await boot.kill();
      await network.stop();
    },
  };
}
