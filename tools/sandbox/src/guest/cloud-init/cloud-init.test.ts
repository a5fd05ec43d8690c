// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GuestCommands } from '../root/commands.ts';
import type { CommandEnd } from '../root/commands.ts';
import { runCloudInit, type CloudInitRun } from './cloud-init.ts';
import { parseUserData } from './user-data.ts';

/** Commands that only record that they were called; a command with the word `fail` fails. */
class RememberedCommands extends GuestCommands {
  readonly called: string[] = [];

  override run(command: readonly string[]): Promise<CommandEnd> {
    this.called.push(command.join(' '));
    return Promise.resolve({ code: command.includes('fail') ? 3 : 0, timedOut: false });
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
  expect(commands.called).toEqual(['echo last']);
  expect(told).toEqual(['wrote /opt/a/b (0755)', 'user me, 1 SSH keys']);
  expect(JSON.parse(read('var/lib/cloud/data/result.json'))).toMatchObject({ v1: { errors: [] } });
});

test('does nothing at a second boot of the same instance, and everything for another instance', async () => {
  const yaml = 'runcmd: [[echo, a]]\n';
  await runCloudInit(runOf(yaml));
  expect(await runCloudInit(runOf(yaml))).toEqual({ ran: false, errors: [] });
  expect(commands.called).toEqual(['echo a']);
  expect(await runCloudInit(runOf(yaml, 'two'))).toEqual({ ran: true, errors: [] });
  expect(commands.called).toEqual(['echo a', 'echo a']);
});

test('reports and records a command that fails, and still runs the next one', async () => {
  const { errors } = await runCloudInit(runOf('runcmd: [[fail, now], echo after]\n'));
  expect(errors).toEqual([`('scripts_user', "fail now" exited with status 3)`]);
  expect(commands.called).toEqual(['fail now', 'sh -c echo after']);
  expect(told).toEqual(['module scripts_user failed: "fail now" exited with status 3']);
  expect(JSON.parse(read('var/lib/cloud/data/result.json'))).toMatchObject({ v1: { errors } });
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
