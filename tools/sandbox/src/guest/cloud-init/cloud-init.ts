// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tell } from '../console.ts';
import { addAccounts } from '../root/accounts.ts';
import type { GuestCommands } from '../root/commands.ts';
import { accountsOf } from './accounts.ts';
import { setUpFileSystem, setUpMounts } from './disk-setup.ts';
import type { UserData } from './user-data.ts';
import { writeGuestFile } from './written-files.ts';

/** The machine that a run of cloud-init changes, and the user-data. */
export interface CloudInitRun {
  readonly root: string;
  readonly instanceId: string;
  readonly data: UserData;
  readonly commands: GuestCommands;
  /** Starts a unit, for the ntp module. */
  readonly startUnit: (name: string) => Promise<void>;
  readonly tell: Tell;
}

type Module = (run: CloudInitRun) => Promise<void> | void;

const shellCommand = (command: UserData['runcmd'][number]) =>
  typeof command === 'string' ? ['sh', '-c', command] : command;

async function runCommands(
  { commands, tell }: CloudInitRun,
  list: UserData['runcmd'],
): Promise<void> {
  const failed: string[] = [];
  for (const command of list) {
    const { code } = await commands.run(shellCommand(command), tell);
    const shown = typeof command === 'string' ? command : command.join(' ');
    if (code !== 0) failed.push(`"${shown}" exited with status ${code}`);
  }
  if (failed.length > 0) throw new Error(failed.join('; '));
}

/**
 * Modules that are played, in the order of cloud-init's stages.
 *
 * @see https://github.com/canonical/cloud-init/blob/24.4/config/cloud.cfg.tmpl
 */
const modules: readonly (readonly [string, Module])[] = [
  ['bootcmd', (run) => runCommands(run, run.data.bootcmd)],
  [
    'write_files',
    ({ root, data, tell }) => {
      for (const file of data.write_files.filter(({ defer }) => !defer)) {
        writeGuestFile(root, file);
        tell(`wrote ${file.path} (${file.permissions})`);
      }
    },
  ],
  [
    'disk_setup',
    ({ root, data, tell }) => {
      for (const setup of data.fs_setup) tell(setUpFileSystem(root, setup));
    },
  ],
  [
    'mounts',
    ({ root, data, tell }) => {
      for (const line of setUpMounts(root, data.mounts)) tell(`mounted ${line}`);
    },
  ],
  [
    'users_groups',
    ({ root, data, tell }) => {
      const accounts = accountsOf(data);
      addAccounts(root, accounts);
      for (const { name, keys } of accounts) tell(`user ${name}, ${keys.length} SSH keys`);
    },
  ],
  [
    'ntp',
    async ({ root, data, startUnit }) => {
      if (data.ntp?.enabled !== true) return;
      const folder = join(root, 'etc/systemd/timesyncd.conf.d');
      mkdirSync(folder, { recursive: true });
      const servers = [...data.ntp.servers, ...data.ntp.pools];
      writeFileSync(join(folder, 'cloud-init.conf'), `[Time]\nNTP=${servers.join(' ')}\n`);
      await startUnit('systemd-timesyncd.service');
    },
  ],
  [
    'write_files_deferred',
    ({ root, data }) => {
      for (const file of data.write_files.filter(({ defer }) => defer)) writeGuestFile(root, file);
    },
  ],
  ['scripts_user', (run) => runCommands(run, run.data.runcmd)],
];

/** Result of cloud-init at a boot. */
export interface CloudInitResult {
  /** False when cloud-init had run before for this instance: the disk is not fresh. */
  readonly ran: boolean;
  readonly errors: readonly string[];
}

/**
 * Runs the modules of the user-data, once for each instance: the disk records that. A module that
 * fails is reported and recorded in result.json; the others still run, as with cloud-init.
 */
export async function runCloudInit(run: CloudInitRun): Promise<CloudInitResult> {
  const { root, instanceId, tell } = run;
  const instance = join('/var/lib/cloud/instances', instanceId);
  const folder = join(root, instance, 'sem');
  const semaphore = (name: string) => join(folder, `config_${name}`);
  mkdirSync(folder, { recursive: true });
  rmSync(join(root, 'var/lib/cloud/instance'), { force: true });
  symlinkSync(instance, join(root, 'var/lib/cloud/instance'));
  const due = modules.filter(([name]) => !existsSync(semaphore(name)));
  const errors: string[] = [];
  for (const [name, module] of due) {
    // Recorded before the module runs, as cloud-init does: after a boot that was cut short, it does
    // not run again.
    writeFileSync(semaphore(name), `${process.pid}: ${new Date().toISOString()}\n`);
    try {
      await module(run);
    } catch (error) {
      errors.push(`('${name}', ${(error as Error).message})`);
      tell(`module ${name} failed: ${(error as Error).message}`);
    }
  }
  if (due.length > 0) writeResult(root, errors);
  return { ran: due.length > 0, errors };
}

function writeResult(root: string, errors: readonly string[]): void {
  const folder = join(root, 'var/lib/cloud/data');
  mkdirSync(folder, { recursive: true });
  const result = { v1: { datasource: 'DataSourceNoCloud [seed=/dev/vdb]', errors } };
  writeFileSync(join(folder, 'result.json'), JSON.stringify(result, null, 1));
}
