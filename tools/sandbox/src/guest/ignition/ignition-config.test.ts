// SPDX-License-Identifier: Apache-2.0
import { decodeDataUrl, playIgnition } from './ignition-config.ts';

const ignition = { version: '3.3.0' };

test('reads what Strata writes with the defaults of Ignition', () => {
  const { config } = playIgnition({
    ignition,
    passwd: { users: [{ name: 'me', sshAuthorizedKeys: ['key'] }] },
    storage: {
      files: [{ path: '/a', contents: { source: 'data:,b' } }],
      filesystems: [{ device: '/dev/disk/by-id/virtio-etcd', format: 'ext4' }],
    },
    systemd: { units: [{ name: 'a.service', contents: 'text', enabled: true }] },
  });
  expect(config).toEqual({
    ignition,
    passwd: { users: [{ name: 'me', sshAuthorizedKeys: ['key'], shell: '/bin/bash' }] },
    storage: {
      directories: [],
      files: [
        {
          path: '/a',
          overwrite: false,
          append: [],
          mode: 0o644,
          contents: { source: 'data:,b' },
        },
      ],
      links: [],
      filesystems: [
        { device: '/dev/disk/by-id/virtio-etcd', format: 'ext4', wipeFilesystem: false },
      ],
    },
    systemd: { units: [{ name: 'a.service', contents: 'text', enabled: true, mask: false }] },
  });
});

test('rejects what is not played, with its path', () => {
  expect(
    playIgnition({
      ignition: { ...ignition, config: {} },
      storage: { raid: [], files: [{ path: '/a', contents: { source: 'https://a/b' } }] },
    }).problems,
  ).toEqual([
    'error at $.ignition.config: is not played',
    'error at $.storage.files.0.contents.source: is not in the config: fetching is not played',
    'error at $.storage.raid: is not played',
  ]);
});

test('rejects a unit that is enabled and does not exist', () => {
  const units = [
    { name: 'a.service', enabled: true },
    { name: 'b.service', mask: true },
  ];
  expect(playIgnition({ ignition, systemd: { units } })).toEqual({
    problems: ['error at $.systemd.units.0: unit "a.service" is enabled, but has no contents'],
  });
});

test.each([
  ['data:,a%20b', 'a b'],
  ['data:;base64,aGk=', 'hi'],
  ['data:text/plain;charset=utf-8;base64,aGk=', 'hi'],
  ['data:,', ''],
])('decodes %s to %j', (url, text) => {
  expect(decodeDataUrl(url).toString()).toBe(text);
});
