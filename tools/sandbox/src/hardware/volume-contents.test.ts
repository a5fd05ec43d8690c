// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VolumeContents } from './volume-contents.ts';

const dir = mkdtempSync(join(tmpdir(), 'contents-'));
const contents = new VolumeContents(dir);
afterAll(() => rmSync(dir, { recursive: true }));

test('a snapshot keeps what a volume held, and a volume made from it starts with that', async () => {
  mkdirSync(join(dir, 'pvc-u1/etc'), { recursive: true });
  writeFileSync(join(dir, 'pvc-u1/etc/hostname'), 'cp-0');
  await contents.copy('u1', 'snapshot-u2');
  writeFileSync(join(dir, 'pvc-u1/etc/hostname'), 'changed');
  await contents.copy('snapshot-u2', 'pvc-u3');
  expect(readFileSync(join(dir, 'pvc-u3/etc/hostname'), 'utf8')).toBe('cp-0');
});

test('does not overwrite a volume, and copies nothing from one that was never written to', async () => {
  mkdirSync(join(dir, 'pvc-u4'));
  await contents.copy('u1', 'pvc-u4');
  await contents.copy('u9', 'pvc-u5');
  expect([existsSync(join(dir, 'pvc-u4/etc')), existsSync(join(dir, 'pvc-u5'))]).toEqual([
    false,
    false,
  ]);
});

test('removes the content of a volume with the volume', async () => {
  await contents.remove('pvc-u1');
  expect(existsSync(join(dir, 'pvc-u1'))).toBe(false);
});
