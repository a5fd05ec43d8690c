// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { guestProcesses } from './processes.ts';
import { promisesScript, readJudgement, type Judgement } from './promises/judgement.ts';

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
