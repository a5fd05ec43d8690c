// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GuestCommands } from '../root/commands.ts';
import type { CommandEnd } from '../root/commands.ts';
import { runCloudInit, type CloudInitRun } from './cloud-init.ts';
import { parseUserData } from './user-data.ts';

/** Commands that only record the lines of their scripts; a script fails whose last line ends with `fail`. */
class RememberedCommands extends GuestCommands {
  readonly called: string[] = [];

  override run(command: readonly string[]): Promise<CommandEnd> {
    const [program = '', script = program] = command;
    const text = readFileSync(join(this.root, script), 'utf8');
    this.called.push(...text.split('\n').slice(1, -1));
    return Promise.resolve({ code: text.endsWith('fail\n') ? 3 : 0, timedOut: false });
  }
}

let root: string;
let commands: RememberedCommands;
let units: string[];
let told: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cloud-init-'));
  mkdirSync(join(root, 'etc'));
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/bash\n');
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\n');
  writeFileSync(join(root, 'etc/shadow'), 'root:*:19700:0:99999:7:::\n');
  commands = new RememberedCommands(root);
  units = [];
  told = [];
});
afterEach(() => rmSync(root, { recursive: true }));

const runOf = (yaml: string, instanceId = 'one'): CloudInitRun => ({
  root,
  instanceId,
  commands,
  data: parseUserData(`#cloud-config\n${yaml}`),
  startUnit: (name) => {
    units.push(name);
    return Promise.resolve();
  },
  tell: (line) => told.push(line),
});

const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('writes files before accounts, and accounts before time; runs commands last', async () => {
  const yaml = `
runcmd: [[echo, last]]
ntp: {servers: [10.0.0.1, 10.0.0.2]}
users: [{name: me, ssh_authorized_keys: [key]}]
write_files: [{path: /opt/a/b, content: aGk=, encoding: b64, permissions: "0755"}]
`;
  expect(await runCloudInit(runOf(yaml))).toEqual({ ran: true, errors: [] });
  expect(read('opt/a/b')).toBe('hi');
  expect(statSync(join(root, 'opt/a/b')).mode & 0o777).toBe(0o755);
  expect(read('etc/passwd')).toContain('me:x:1000:1000::/home/me:/bin/bash\n');
  expect(read('home/me/.ssh/authorized_keys')).toBe('key\n');
  expect(read('etc/systemd/timesyncd.conf.d/cloud-init.conf')).toBe(
    '[Time]\nNTP=10.0.0.1 10.0.0.2\n',
  );
  expect(units).toEqual(['systemd-timesyncd.service']);
  expect(commands.called).toEqual(["'echo' 'last'"]);
  const script = 'var/lib/cloud/instances/one/scripts/runcmd';
  expect(statSync(join(root, script)).mode & 0o777).toBe(0o700);
  expect(told).toEqual(['wrote /opt/a/b (0755)', 'user me, 1 SSH keys']);
  expect(JSON.parse(read('run/cloud-init/result.json'))).toMatchObject({ v1: { errors: [] } });
  expect(read('var/lib/cloud/data/instance-id')).toBe('one\n');
  expect(read('var/lib/cloud/instances/one/boot-finished')).toMatch(/ - v\. 24\.4\n$/);
});

test('does nothing at a second boot of the same instance, and everything for another instance', async () => {
  const yaml = "runcmd: [[echo, it's]]\n";
  await runCloudInit(runOf(yaml));
  expect(await runCloudInit(runOf(yaml))).toEqual({ ran: false, errors: [] });
  const command = String.raw`'echo' 'it'\''s'`;
  expect(commands.called).toEqual([command]);
  expect(await runCloudInit(runOf(yaml, 'two'))).toEqual({ ran: true, errors: [] });
  expect(commands.called).toEqual([command, command]);
});

test('reports and records a script whose last command fails, until the next boot', async () => {
  const yaml = 'runcmd: [echo before, now fail]\n';
  const { errors } = await runCloudInit(runOf(yaml));
  expect(errors).toEqual([
    "('scripts_user', Runparts: 1 failures (runcmd) in 1 attempted commands)",
  ]);
  expect(commands.called).toEqual(['echo before', 'now fail']);
  expect(told).toEqual([
    'module scripts_user failed: Runparts: 1 failures (runcmd) in 1 attempted commands',
  ]);
  expect(JSON.parse(read('run/cloud-init/result.json'))).toMatchObject({ v1: { errors } });
  await runCloudInit(runOf(yaml));
  expect(JSON.parse(read('run/cloud-init/result.json'))).toMatchObject({ v1: { errors: [] } });
});

test('a command before the last one may fail', async () => {
  expect((await runCloudInit(runOf('runcmd: [fail, echo after]\n'))).errors).toEqual([]);
});

test('bootcmd runs at every boot, and nothing is recorded of it', async () => {
  const yaml = 'bootcmd: [echo early]\n';
  await runCloudInit(runOf(yaml));
  expect(await runCloudInit(runOf(yaml))).toEqual({ ran: false, errors: [] });
  expect(commands.called).toEqual(['echo early', 'echo early']);
  expect(readdirSync(join(root, 'var/lib/cloud/instances/one/sem'))).not.toContain(
    'config_bootcmd',
  );
});

test('the users of the start-up data have groups, locked passwords and rules of sudo', async () => {
  const sudo = 'ALL=(ALL) NOPASSWD:ALL';
  await runCloudInit(runOf(`users: [{name: me, sudo: "${sudo}"}, {name: you}]\n`));
  expect(read('etc/group')).toBe('root:x:0:\nme:x:1000:\nyou:x:1001:\n');
  expect(read('etc/shadow')).toMatch(
    /^root:\*:.*\nme:!:\d+:0:99999:7:::\nyou:!:\d+:0:99999:7:::\n$/,
  );
  const rules = 'etc/sudoers.d/90-cloud-init-users';
  expect(read(rules)).toBe(`# User rules for me\nme ${sudo}\n`);
  expect(statSync(join(root, rules)).mode & 0o777).toBe(0o440);
});

test('does not write a file of a user who does not exist yet', async () => {
  const yaml = 'write_files: [{path: /a, content: b, owner: "me:me"}]\n';
  expect((await runCloudInit(runOf(yaml))).errors).toEqual([
    "('write_files', /a: user me is not there yet when write_files runs)",
  ]);
  expect(existsSync(join(root, 'a'))).toBe(false);
});

test('reports a disk that does not exist as an error', async () => {
  const yaml = 'fs_setup: [{device: /dev/disk/by-id/virtio-x, filesystem: ext4}]\n';
  expect((await runCloudInit(runOf(yaml))).errors).toEqual([
    "('disk_setup', Device /dev/disk/by-id/virtio-x did not exist and was not created)",
  ]);
});
