// SPDX-License-Identifier: Apache-2.0
import { describeDownload } from './download-progress.ts';

const mebibyte = 1024 ** 2;

test('says how much has come and how long the rest takes at the pace so far', () => {
  const state = { elapsedMs: 12_000, received: 90 * mebibyte, size: 360 * mebibyte };
  expect(describeDownload(state)).toBe('12s; 90.0 of 360.0 MB downloaded, about 36s left');
});

test('estimates nothing before the first byte, and without a size', () => {
  const state = { elapsedMs: 2_000, received: 0, size: mebibyte };
  expect(describeDownload(state)).toBe('2s; 0.0 of 1.0 MB downloaded');
  expect(describeDownload({ ...state, received: mebibyte, size: undefined })).toBe(
    '2s; 1.0 MB downloaded',
  );
});
