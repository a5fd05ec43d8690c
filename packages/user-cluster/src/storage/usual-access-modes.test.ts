// SPDX-License-Identifier: Apache-2.0
import { fastStorage } from '../test-platform.ts';
import { usualAccessModes } from './index.ts';

const one = ['ReadWriteOnce'];
const many = ['ReadWriteMany'];
const byVolumeMode = [
  { volumeMode: 'Filesystem' as const, accessModes: one },
  { volumeMode: 'Block' as const, accessModes: many },
];

test('the modes that come first are those of the volume mode, where a volume names one', () => {
  const all = {
    ...fastStorage,
    accessModes: [...one, ...many],
    usualAccessModes: many,
    byVolumeMode,
  };
  expect(usualAccessModes(all)).toEqual(many);
  expect(usualAccessModes(all, 'Filesystem')).toEqual(one);
  expect(usualAccessModes(all, 'Block')).toEqual(many);
  const [files] = byVolumeMode;
  const alone = { ...all, byVolumeMode: files && [files] };
  expect(usualAccessModes(alone, 'Block')).toBeUndefined();
});

test('an older platform tells no order: only a single mode is known', () => {
  expect(usualAccessModes({ ...fastStorage, accessModes: one })).toEqual(one);
  expect(usualAccessModes({ ...fastStorage, accessModes: one }, 'Block')).toEqual(one);
  expect(usualAccessModes({ ...fastStorage, accessModes: [...one, ...many] })).toBeUndefined();
  expect(usualAccessModes({ ...fastStorage, accessModes: [] })).toBeUndefined();
  expect(usualAccessModes(fastStorage)).toBeUndefined();
});
