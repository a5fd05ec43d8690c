// SPDX-License-Identifier: Apache-2.0
import { releases } from './index.ts';

const all = releases.flatMap(({ name, images }) =>
  Object.entries(images).map(([image, row]) => ({ release: name, image, row })),
);

test.each(all)('$image of $release has a registry and a fixed version', ({ row }) => {
  expect(row.image).toMatch(/^(?:[a-z0-9-]+\.)+[a-z]+\/[a-z0-9./-]+:v?\d+\.\d+\.\d+$/);
  expect(row.source).toMatch(/^https:\/\//);
});

test.each(all.filter(({ row }) => row.source.includes('/releases/tag/')))(
  'the source of $image in $release is of its version',
  ({ row }) => {
    expect(row.source.split('/').at(-1)?.replace(/^v/, '')).toBe(
      row.image.split(':').at(-1)?.replace(/^v/, ''),
    );
  },
);
