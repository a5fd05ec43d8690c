// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { guestProcesses } from './processes.ts';

const step = join(import.meta.dirname, '../../tools/hypervisor-lane/machine-promises.sh');

/** Returns the script that judges a machine from inside. */
const promisesScript = (): string => execFileSync(step, { encoding: 'utf8' });

/** Words of that script about a machine. */
export interface Judgement {
  readonly kept: number;
  /** Lines of broken promises. */
  readonly broken: readonly string[];
  /** Names of promises that cannot be judged there. */
  readonly unasked: readonly string[];
}

/** Reads the lines of the script. @throws Error when it did not come to its end. */
function readJudgement(text: string): Judgement {
  const lines = text.trim().split('\n');
  const [, kept] = /^(\d+) promises kept, \d+ broken, \d+ cannot/.exec(lines.at(-1) ?? '') ?? [];
  if (kept === undefined) throw new Error(`it did not come to its end:\n${text}`);
  return {
    kept: Number(kept),
    broken: lines.filter((line) => line.startsWith('BROKEN')),
    unasked: lines.flatMap((line) => /^unasked (\w+)/.exec(line)?.[1] ?? []).toSorted(),
  };
}

const bootOf = (pid: number) => {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  const isStarter = command.some((part) => part.endsWith('/guest-start.sh'));
  return isStarter ? undefined : command.find((part) => part.endsWith('/boot.json'));
};

/** Asks every promise inside a running machine of the sandbox, by the UID of its VMI. */
export async function askGuest(session: RackSession, uid: string): Promise<Judgement> {
  const found = guestProcesses(uid).flatMap((pid) => {
    const boot = bootOf(pid);
    return boot === undefined ? [] : [{ pid, root: join(dirname(boot), 'root') }];
  });
  const [guest] = found;
  if (guest === undefined) throw new Error(`no guest runs for the machine ${uid}`);
  const { pid, root } = guest;
  const enter = ['nsenter', '--target', `${pid}`, '--mount', '--uts', '--net', '--pid', '--'];
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const inside = ['chroot', root, 'env', '-i', `PATH=${path}`, 'HOME=/root'];
  const script = ['sh', '-c', promisesScript(), 'sh', '--act'];
  const { stdout, stderr } = await session.capture([...enter, ...inside, ...script]);
  return readJudgement(`${stderr}${stdout}`);
}

/** Promises about containers, which the hosts of the sandbox are asked. */
const containerPromises = [
  'service_variables',
  'runtime_variables',
  'expanded_arguments',
  'container_devices',
  'container_hosts',
  'atomic_volumes',
  'read_only_volumes',
  'live_tokens',
];

/** Asks the promises about containers where all hosts of the sandbox are. */
export async function askHosts(session: RackSession): Promise<Judgement> {
  const script = ['sh', '-c', promisesScript(), 'sh', ...containerPromises];
  const { stdout, stderr } = await session.capture(script);
  return readJudgement(`${stderr}${stdout}`);
}

/** Promises that no machine of the sandbox can be asked, because it has no kernel or no such program. */
const ofRealMachines = ['left_out_checks', 'network_data_valid', 'seed_disk', 'udev_rules'];

/** Promises about the users who may log in, which most clusters do not have. */
const ofUsers = ['accounts', 'key_owners', 'keys', 'locked_passwords', 'sudo_rules'];

const ofIgnition = ['ignition_result', 'ignition_units'];

/** Promises about the disk of etcd and the static pods. */
const ofControlPlanes = [
  'disk_names',
  'file_system',
  'fstab_line',
  'fstab_mounted',
  'mount_unit',
  'mounted_folder',
  'static_pod_folders',
  'static_pod_logs',
  'static_pod_variables',
  'static_pods',
];

const always = [...ofRealMachines, ...containerPromises, 'user_data_valid'];

/** Names of the promises that cannot be judged in a machine of the sandbox, by what it is. */
export const unaskedOf: Readonly<Record<'control-plane' | 'worker', string[]>> = {
  'control-plane': [...always, ...ofIgnition, ...ofUsers, 'kubelet_context'].toSorted(),
  worker: [...always, ...ofIgnition, ...ofUsers, ...ofControlPlanes].toSorted(),
};
