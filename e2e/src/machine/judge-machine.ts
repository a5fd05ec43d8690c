// SPDX-License-Identifier: Apache-2.0
import { promisesScript, readJudgement, type Judgement } from '../promises/judgement.ts';
import type { Machine } from './machine-lab.ts';

/** Arguments of the shell that judges: it may make units for a moment, and ends with 1 when a promise is broken. */
const shell = 'sh -s -- --act || [ $? = 1 ]';

/** Asks every promise inside a machine that is on. @throws Error when the script does not come to its end. */
export async function judgeMachine(machine: Machine): Promise<Judgement> {
  return readJudgement(await machine.run(promisesScript(), shell));
}

const ofIgnition = 'no Ignition has set this machine up';
const ofEtcd = 'this machine has no disk of etcd';
const ofStaticPods = 'this machine has no static pods';

const always = { ignition_result: ofIgnition, ignition_units: ofIgnition };

/** Promises that cannot be judged in a machine of these tests, with the reason that the script gives. */
export const unaskedOf: Readonly<
  Record<'control-plane' | 'worker', Readonly<Record<string, string>>>
> = {
  'control-plane': { ...always, kubelet_context: 'kubeadm has written this kubeconfig' },
  worker: {
    ...always,
    disk_names: ofEtcd,
    file_system: ofEtcd,
    fstab_line: ofEtcd,
    fstab_mounted: ofEtcd,
    left_out_checks: 'only a control plane can ask kubeadm for them without a token',
    mount_unit: ofEtcd,
    mounted_folder: ofEtcd,
    static_pod_folders: ofStaticPods,
    static_pod_logs: ofStaticPods,
    static_pod_variables: ofStaticPods,
    static_pods: ofStaticPods,
  },
};
