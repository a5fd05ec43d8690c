// SPDX-License-Identifier: Apache-2.0
import { releases } from './index.ts';

const all = releases.flatMap(({ name, images }) =>
  Object.entries(images).map(([image, row]) => ({ release: name, image, row })),
);

/**
 * `v1.2.3`, `1.2.3-0` as Kubernetes names its builds of etcd, or a package of Alpine with its build
 * number; a digest may follow.
 */
const fixedTag = /:(?:v?\d+\.\d+\.\d+(?:-\d+)?|\d+\.\d+_p\d+-r\d+-ls\d+)(?:@sha256:[0-9a-f]{64})?$/;

test.each(all)('$image of $release has a registry and a fixed version', ({ row }) => {
  expect(row.image).toMatch(/^(?:[a-z0-9-]+\.)+[a-z]+\/[a-z0-9./-]+:/);
  expect(row.image).toMatch(fixedTag);
  expect(row.source).toMatch(/^https:\/\//);
});

test.each(all.filter(({ row }) => row.source.includes('/releases/tag/')))(
  'the source of $image in $release is for its version',
  ({ row }) => {
    expect(row.source.split('/').at(-1)?.replace(/^v/, '')).toBe(
      row.image
        .replace(/(-0)?@.*$/, '')
        .split(':')
        .at(-1)
        ?.replace(/^v/, ''),
    );
  },
);
