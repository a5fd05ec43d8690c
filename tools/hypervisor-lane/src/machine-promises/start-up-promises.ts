// SPDX-License-Identifier: Apache-2.0
import type { MachinePromise } from './promise.ts';

const run = 'guest/cloud-init/cloud-init.ts';
const records = 'guest/cloud-init/instance-records.ts';
const users = 'guest/cloud-init/accounts.ts';
const passwd = 'guest/root/accounts.ts';

/** Traces of cloud-init and Ignition in a machine. */
export const startUpPromises: readonly MachinePromise[] = [
  {
    check: 'cloud_init_result',
    played: [records],
    upstream: 'cloud-init cloudinit/cmd/main.py result_link',
    expects:
      '/run/cloud-init/result.json leads to a result with the source of the data and without errors',
  },
  {
    check: 'cloud_init_finished',
    played: [records],
    upstream: 'cloud-init cloudinit/config/cc_final_message.py boot_finished',
    expects: 'the folder of the instance has boot-finished at the end',
  },
  {
    check: 'cloud_init_instance',
    played: [records],
    upstream: 'cloud-init cloudinit/stages.py _reflect_cur_instance',
    expects:
      '/var/lib/cloud/instance leads to the folder of the instance that is recorded in data/instance-id',
  },
  {
    check: 'cloud_init_once',
    played: [run, records],
    upstream: 'cloud-init cloudinit/helpers.py FileSemaphores',
    expects:
      'write_files, users_groups, runcmd and scripts_user are recorded as done for this instance',
  },
  {
    check: 'cloud_init_always',
    played: [run],
    upstream: 'cloud-init cloudinit/config/cc_bootcmd.py PER_ALWAYS',
    expects: 'bootcmd is not recorded, because it runs at every boot',
  },
  {
    check: 'cloud_init_script',
    played: ['guest/cloud-init/user-scripts.ts'],
    upstream: 'cloud-init cloudinit/config/cc_runcmd.py shellify',
    expects: 'the commands of runcmd are a script of the instance that only root may read and run',
  },
  {
    check: 'user_data_valid',
    played: ['guest/cloud-init/user-data.ts'],
    upstream: 'cloud-init cloudinit/config/schemas/schema-cloud-config-v1.json cc_write_files',
    expects: "cloud-init's own schema takes the user data",
  },
  {
    check: 'network_data_valid',
    played: ['guest/network/network-data.ts'],
    upstream: 'cloud-init cloudinit/config/schema.py netplan_validate_network_schema',
    expects: "cloud-init's own schema takes the network data",
  },
  {
    check: 'written_files',
    played: ['guest/cloud-init/written-files.ts', 'guest/ignition/run-ignition.ts'],
    upstream: 'cloud-init cloudinit/config/cc_write_files.py decode_perms',
    expects: 'files have the permissions of the start-up data, and belong to root',
  },
  {
    check: 'seed_disk',
    played: ['guests/cloud-init.ts'],
    upstream: 'kubevirt pkg/cloud-init/cloud-init.go GenerateLocalData',
    expects:
      'the disk with the label cidata has user-data, and meta-data with the id of the instance',
  },
  {
    check: 'accounts',
    played: [users, passwd],
    upstream: 'cloud-init cloudinit/distros/__init__.py add_user',
    expects:
      'users of the start-up data have an entry with home and shell, and a group of their name',
  },
  {
    check: 'locked_passwords',
    played: [users, passwd],
    upstream: 'cloud-init cloudinit/distros/__init__.py lock_passwd',
    expects: 'their passwords are locked',
  },
  {
    check: 'keys',
    played: [users, passwd],
    upstream: 'cloud-init cloudinit/ssh_util.py setup_user_keys',
    expects: 'their keys are in a file of 600 in a folder of 700',
  },
  {
    check: 'key_owners',
    played: [users, passwd],
    upstream: 'cloud-init cloudinit/ssh_util.py chownbyid',
    expects: 'their keys belong to them',
  },
  {
    check: 'sudo_rules',
    played: [users, passwd],
    upstream: 'cloud-init cloudinit/distros/__init__.py write_sudo_rules',
    expects: 'their rules of sudo are in /etc/sudoers.d/90-cloud-init-users, with 440',
  },
  {
    check: 'ignition_result',
    played: ['guest/ignition/run-ignition.ts'],
    upstream: 'ignition internal/exec/stages/files/filesystemEntries.go createResultFile',
    expects:
      'the result of Ignition has the boot, the date, and whether there was a config, with 600',
  },
  {
    check: 'ignition_units',
    played: ['guest/ignition/run-ignition.ts', 'guest/systemd/systemd.ts'],
    upstream: 'ignition internal/exec/util/unit.go EnableUnit',
    expects: 'units that the preset of Ignition enables are enabled',
  },
];
