// SPDX-License-Identifier: Apache-2.0
import { parseUserData, UserDataError } from './user-data.ts';

function problemsOf(text: string): readonly string[] {
  try {
    parseUserData(text);
  } catch (error) {
    if (error instanceof UserDataError) return error.problems;
  }
  return [];
}

test('reads what Strata writes with the defaults of cloud-init', () => {
  const data = parseUserData(`#cloud-config
ssh_pwauth: false
users: [{name: me, ssh_authorized_keys: [ssh-ed25519 AAAA]}]
write_files: [{path: /a, content: b}]
fs_setup: [{device: /dev/disk/by-id/virtio-etcd, filesystem: ext4, label: etcd}]
mounts: [[/dev/disk/by-id/virtio-etcd, /var/lib/etcd]]
ntp: {servers: [10.0.0.1]}
runcmd: [[/opt/strata/bin/bootstrap, now], echo ok]
`);
  expect(data.write_files).toEqual([
    {
      path: '/a',
      content: 'b',
      owner: 'root:root',
      permissions: '0644',
      encoding: 'text/plain',
      append: false,
      defer: false,
    },
  ]);
  expect(data.fs_setup).toEqual([
    {
      device: '/dev/disk/by-id/virtio-etcd',
      filesystem: 'ext4',
      label: 'etcd',
      partition: 'any',
      overwrite: false,
    },
  ]);
  expect(data.users).toEqual([
    {
      name: 'me',
      ssh_authorized_keys: ['ssh-ed25519 AAAA'],
      shell: '/bin/bash',
      lock_passwd: true,
    },
  ]);
  expect(data.ntp).toEqual({ enabled: true, servers: ['10.0.0.1'], pools: [] });
  expect(data.runcmd).toEqual([['/opt/strata/bin/bootstrap', 'now'], 'echo ok']);
});

test.each([
  ['', 'user-data does not begin with #cloud-config'],
  ['#!/bin/sh\n', 'user-data does not begin with #cloud-config'],
  ['#cloud-config\n- a\n', 'user-data is not one mapping of keys'],
  ['#cloud-config\n', 'user-data is not one mapping of keys'],
])('rejects %j, which is no cloud-config', (text, problem) => {
  expect(problemsOf(text)).toEqual([problem]);
});

test('reports broken YAML in one line', () => {
  expect(problemsOf('#cloud-config\na: [\n')).toEqual([
    expect.stringMatching(/^user-data is no YAML: [^\n]+$/),
  ]);
});

test('reports every problem on a line with its path', () => {
  const problems = problemsOf(`#cloud-config
runcmnd: []
write_files: [{path: etc/a, permissions: 644, contents: x}]
fs_setup: [{device: /dev/vdb, filesystem: ext4, overwrite: true}]
runcmd: [[true]]
`);
  expect(problems).toEqual([
    'write_files.0.path: must be an absolute path',
    'write_files.0.permissions: must be text in quotes, like "0644"',
    'write_files.0.contents: is not a known key',
    'fs_setup.0.overwrite: is not played: it destroys what is on the disk',
    'runcmd.0: must be a command: text, or a list of texts',
    'runcmnd: is not a known key',
  ]);
});
