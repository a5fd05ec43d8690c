// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instanceAt, workspaceRoot } from './instance.ts';
import { resolveSettings, storeSettings } from './settings.ts';

const dir = mkdtempSync(join(tmpdir(), 'settings-'));
afterAll(() => rmSync(dir, { recursive: true }));
const instance = instanceAt('test', dir);

test('makes three hosts in three zones by default', () => {
  expect(resolveSettings(instance)).toEqual({
    hosts: 3,
    hostCpu: 32,
    hostMemoryGiB: 128,
    hostCpuModels: ['Skylake-Server'],
    zones: ['a', 'b', 'c'],
    bridges: ['br1'],
    kubernetes: '1.35',
    guestKubernetes: [],
    releases: ['v1.8'],
  });
});

test('keeps given settings for the next time', () => {
  storeSettings(instance, resolveSettings(instance, { hosts: 5, zones: undefined }));
  expect(resolveSettings(instance).hosts).toBe(5);
  expect(resolveSettings(instance, { hosts: 4 }).hosts).toBe(4);
});

test('lists every problem with its option', () => {
  const wrong = {
    hosts: 'many',
    hostCpu: 1,
    hostCpuModels: ['Sky lake'],
    zones: ['A'],
    bridges: ['br1@nowhere'],
    kubernetes: '1.30',
    releases: ['v1.8', 'v1.6'],
  };
  expect(() => resolveSettings(instance, wrong)).toThrow(
    [
      'The sandbox cannot be made like this:',
      '  --hosts: Invalid input: expected number, received string',
      '  --host-cpu: Too small: expected number to be >=2',
      "  --host-cpu-models: expected libvirt's name of a CPU model",
      '  --zones: expected lower-case letters, digits and inner dashes',
      '  --bridges: expected the name of a bridge, and @metal-0 for each host that has it, if not all have',
      '  --kubernetes: expected one of 1.34, 1.35',
      '  --releases: expected releases: v1.7, v1.8, v1.9',
    ].join('\n'),
  );
});

test('rejects an invalid name, and a path that is too long for a socket', () => {
  expect(() => instanceAt('No')).toThrow(
    '"No" is not a sandbox name: use up to 32 lower-case letters, digits and inner dashes.',
  );
  const long = `/${'x'.repeat(100)}`;
  expect(() => instanceAt('ok', long)).toThrow(
    `The state folder's path is too long for a unix socket (${long}/control.sock): set STRATA_SANDBOX_DIR to a folder with a short path, the same for every command.`,
  );
});

test.each(['proofs', 'reports', 'mutation', 'approved'])(
  '"%s" is a folder of other things',
  (name) => {
    const refused = `"${name}" is no name of a sandbox here: .strata/${name} is for other files.`;
    expect(() => instanceAt(name, undefined, {})).toThrow(refused);
    expect(instanceAt(name, undefined, { STRATA_SANDBOX_DIR: '/short' }).dir).toBe(
      `/short/${name}`,
    );
  },
);

test('the folder of all sandboxes can be moved, to an absolute path', () => {
  expect(instanceAt('ok', undefined, { STRATA_SANDBOX_DIR: '/short' }).dir).toBe('/short/ok');
  expect(instanceAt('ok', '/own', { STRATA_SANDBOX_DIR: '/short' }).dir).toBe('/own');
  expect(instanceAt('ok', undefined, {}).dir).toBe(`${workspaceRoot}/.strata/ok`);
  expect(() => instanceAt('ok', undefined, { STRATA_SANDBOX_DIR: 'short' })).toThrow(
    'STRATA_SANDBOX_DIR must be an absolute path, not "short".',
  );
});
