// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'grow-volume-'));
const bin = join(folder, 'bin');
const shipped = readFileSync(new URL('grow-volume.sh', import.meta.url), 'utf8');
const script = join(folder, 'grow-volume');
beforeAll(() => {
  mkdirSync(bin);
  writeFileSync(join(folder, 'machine.env'), '');
  writeFileSync(script, shipped.replace('/etc/strata/machine.env', join(folder, 'machine.env')));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Has a program of the VM say something, after it has recorded how it was called. */
function play(name: string, script: string): void {
  const record = `echo "${name} $*" >> ${folder}/calls`;
  writeFileSync(join(bin, name), `#!/bin/sh\n${record}\n${script}\n`, { mode: 0o755 });
}

/** Runs the script for /dev/sda. Returns its exit code, and how programs were called that change something. */
function grow(mounted: string | undefined, type: string, resize = ''): [number | null, string[]] {
  writeFileSync(join(folder, 'calls'), '');
  play('findmnt', mounted === undefined ? 'exit 1' : `echo ${mounted}`);
  play('blkid', type === '' ? 'exit 2' : `echo ${type}`);
  play('resize2fs', resize);
  play('xfs_growfs', resize);
  const env = { PATH: `${bin}:/usr/bin:/bin` };
  const { status } = spawnSync('sh', [script, '/dev/sda'], { env });
  const calls = readFileSync(join(folder, 'calls'), 'utf8').split('\n');
  return [status, calls.filter((call) => /^(resize2fs|xfs_growfs)/.test(call))];
}

// Proves: volumes.growth
test('grows the file system of a disk that is mounted, with the program for its type', () => {
  expect(grow('/var/lib/kubelet/v', 'ext4')).toEqual([0, ['resize2fs /dev/sda']]);
  expect(grow('/var/lib/kubelet/v', 'xfs')).toEqual([0, ['xfs_growfs /var/lib/kubelet/v']]);
});

test('leaves a disk alone that is not mounted, or has no file system that it knows', () => {
  expect(grow(undefined, 'ext4')).toEqual([0, []]);
  expect(grow('/boot', 'vfat')).toEqual([0, []]);
});

test('fails where the file system cannot grow', () => {
  expect(grow('/var/lib/kubelet/v', 'ext4', 'exit 1')).toEqual([1, ['resize2fs /dev/sda']]);
});
