// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tell } from '../console.ts';
import { addAccounts, addSudoRules } from '../root/accounts.ts';
import type { GuestCommands } from '../root/commands.ts';
import { accountsOf } from './accounts.ts';
import { setUpFileSystem, setUpMounts } from './disk-setup.ts';
import { InstanceRecords } from './instance-records.ts';
import type { UserData } from './user-data.ts';
import { writeScript } from './user-scripts.ts';
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

/** A run, with what is recorded of the instance. */
type ModuleRun = CloudInitRun & { readonly records: InstanceRecords };

type Module = (run: ModuleRun) => Promise<void> | void;

/** Script that has the commands of `bootcmd`; cloud-init deletes it at the end. */
const bootScript = '/run/cloud-init/tmp/bootcmd.sh';

const userScript = ({ records }: ModuleRun) => join(records.folder, 'scripts/runcmd');

/**
 * Runs the script of the user data.
 *
 * @see https://github.com/canonical/cloud-init/blob/24.4/cloudinit/subp.py `runparts`
 */
async function runUserScripts(run: ModuleRun): Promise<void> {
  const script = userScript(run);
  if (!existsSync(join(run.root, script))) return;
  const { code } = await run.commands.run([script], run.tell);
  if (code !== 0) throw new Error('Runparts: 1 failures (runcmd) in 1 attempted commands');
}

async function runBootCommands({ root, data, commands, tell }: ModuleRun): Promise<void> {
  if (data.bootcmd.length === 0) return;
  writeScript(root, bootScript, data.bootcmd);
  const { code } = await commands.run(['/bin/sh', bootScript], tell);
  if (code !== 0) throw new Error(`Unexpected error while running command. Exit code: ${code}`);
}

/** Module that runs at every boot; all others run once for each instance. */
const atEveryBoot = 'bootcmd';

/**
 * Modules that are played, in the order of cloud-init's stages.
 *
 * @see https://github.com/canonical/cloud-init/blob/24.4/config/cloud.cfg.tmpl
 */
const modules: readonly (readonly [string, Module])[] = [
  [atEveryBoot, runBootCommands],
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
      addSudoRules(root, accounts);
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
    'runcmd',
    (run) => {
      if (run.data.runcmd.length > 0) writeScript(run.root, userScript(run), run.data.runcmd);
    },
  ],
  [
    'write_files_deferred',
    ({ root, data }) => {
      for (const file of data.write_files.filter(({ defer }) => defer)) writeGuestFile(root, file);
    },
  ],
  ['scripts_user', runUserScripts],
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
  const records = new InstanceRecords(root, instanceId);
  const due = modules.filter(([name]) => name !== atEveryBoot && !records.hasRun(name));
  const errors: string[] = [];
  for (const [name, module] of modules) {
    const isOnce = name !== atEveryBoot;
    if (isOnce && records.hasRun(name)) continue;
    if (isOnce) records.begin(name);
    try {
      await module({ ...run, records });
    } catch (error) {
      errors.push(`('${name}', ${(error as Error).message})`);
      tell(`module ${name} failed: ${(error as Error).message}`);
    }
  }
  records.finish(errors);
  return { ran: due.length > 0, errors };
}
