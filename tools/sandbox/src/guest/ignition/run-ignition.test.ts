// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSystemOf, makeFileSystem } from '../root/disks.ts';
import { playIgnition } from './ignition-config.ts';
import { runIgnition } from './run-ignition.ts';

const device = '/dev/disk/by-id/virtio-etcd';

let root: string;
let told: string[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ignition-'));
  mkdirSync(join(root, 'etc'));
  mkdirSync(join(root, device), { recursive: true });
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/bash\n');
  told = [];
});
afterEach(() => rmSync(root, { recursive: true }));

function run(document: object): boolean {
  const { config, problems } = playIgnition({ ignition: { version: '3.3.0' }, ...document });
  if (config === undefined) throw new Error(problems.join('\n'));
  return runIgnition({ root, config, tell: (line) => told.push(line) });
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const file = (more: object) => ({
  storage: { files: [{ path: '/etc/a', contents: { source: 'data:,b' }, ...more }] },
});

// Proves: machines.ignition
test('disks, users, files and units are set up before anything starts', () => {
  expect(
    run({
      passwd: { users: [{ name: 'me', sshAuthorizedKeys: ['key'] }] },
      storage: {
        filesystems: [{ device, format: 'ext4', label: 'etcd' }],
        directories: [{ path: '/opt/x', mode: 0o700 }],
        files: [{ path: '/opt/bin/run', contents: { source: 'data:;base64,aGk=' }, mode: 0o755 }],
        links: [{ path: '/opt/x/link', target: '../bin/run' }],
      },
      systemd: {
        units: [
          { name: 'a.service', contents: 'A', enabled: true },
          { name: 'b.service', contents: 'B', enabled: false },
          { name: 'c.service', mask: true },
        ],
      },
    }),
  ).toBe(true);
  expect(fileSystemOf(join(root, device))).toEqual({ type: 'ext4', label: 'etcd' });
  expect(read('home/me/.ssh/authorized_keys')).toBe('key\n');
  expect(read('opt/bin/run')).toBe('hi');
  expect(statSync(join(root, 'opt/bin/run')).mode & 0o777).toBe(0o755);
  expect(statSync(join(root, 'opt/x')).mode & 0o777).toBe(0o700);
  expect(readlinkSync(join(root, 'opt/x/link'))).toBe('../bin/run');
  expect(read('etc/systemd/system/a.service')).toBe('A');
  expect(readlinkSync(join(root, 'etc/systemd/system/c.service'))).toBe('/dev/null');
  expect(read('etc/systemd/system-preset/20-ignition.preset')).toBe(
    'enable a.service\ndisable b.service\n',
  );
  expect(told).toEqual([
    `created filesystem ext4 "etcd" on "${device}"`,
    'user me, 1 SSH keys',
    'wrote "/opt/bin/run" (0755)',
    'unit a.service, enabled',
    'unit b.service',
    'unit c.service, masked',
  ]);
});

test('runs once in the life of a root disk', () => {
  expect(run(file({}))).toBe(true);
  writeFileSync(join(root, 'etc/a'), 'changed');
  expect(run(file({ overwrite: true }))).toBe(false);
  expect(read('etc/a')).toBe('changed');
});

test('records its boot, its date and that there was a config, for root alone', () => {
  run(file({}));
  expect(JSON.parse(read('etc/.ignition-result.json'))).toEqual({
    provisioningBootID: expect.stringMatching(
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    ) as string,
    provisioningDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
    userConfigProvided: true,
  });
  expect(statSync(join(root, 'etc/.ignition-result.json')).mode & 0o777).toBe(0o600);
});

test('replaces an existing file only when the config says so', () => {
  writeFileSync(join(root, 'etc/a'), 'of the image');
  expect(() => run(file({}))).toThrow(
    'error creating file "/etc/a": A file exists there already and overwrite is false',
  );
  run(file({ overwrite: true, append: [{ source: 'data:,c' }] }));
  expect(read('etc/a')).toBe('bc');
});

test('keeps the data of a disk with the right file system, and stops the boot for any other disk', () => {
  const filesystems = [{ device, format: 'ext4', label: 'etcd' }];
  makeFileSystem(join(root, device), { type: 'ext4', label: 'x' });
  expect(() => run({ storage: { filesystems } })).toThrow(
    `filesystem at "${device}" is not of the correct type, label, or UUID (found ext4, "x", ) and a filesystem wipe was not requested`,
  );
  makeFileSystem(join(root, device), { type: 'ext4', label: 'etcd' });
  run({ storage: { filesystems } });
  expect(told).toEqual([
    `filesystem at "${device}" is already correctly formatted. Skipping mkfs...`,
  ]);
});

test('stops the boot when a disk does not exist', () => {
  const filesystems = [{ device: '/dev/none', format: 'ext4' }];
  expect(() => run({ storage: { filesystems } })).toThrow(
    'failed to wait on filesystems devs: /dev/none',
  );
});
