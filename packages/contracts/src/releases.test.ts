// SPDX-License-Identifier: Apache-2.0
import { defaultRelease, releases } from './index.ts';

const all = releases.flatMap(({ name, images }) =>
  Object.entries(images).map(([image, row]) => ({ release: name, image, row })),
);

/** `v1.2.3`, or a package of Alpine with its build number. */
const fixedTag = /:(?:v?\d+\.\d+\.\d+|\d+\.\d+_p\d+-r\d+-ls\d+)$/;

/** Without the build number that Kubernetes appends to versions of etcd. */
const tagged = (image: string) => image.replace(/(\/etcd:\d+\.\d+\.\d+)-\d+$/, '$1');

test.each(all)('$image of $release has a registry and a fixed version', ({ row }) => {
  expect(row.image).toMatch(/^(?:[a-z0-9-]+\.)+[a-z]+\/[a-z0-9./-]+:/);
  expect(tagged(row.image)).toMatch(fixedTag);
  expect(row.source).toMatch(/^https:\/\//);
});

test.each(all.filter(({ row }) => row.source.includes('/releases/tag/')))(
  'the source of $image in $release is for its version',
  ({ row }) => {
    expect(row.source.split('/').at(-1)?.replace(/^v/, '')).toBe(
      tagged(row.image).split(':').at(-1)?.replace(/^v/, ''),
    );
  },
);

// Proves: installation.paired-releases
test('each release has a KubeVirt and a CDI, and the default is one behind the newest', () => {
  expect(
    releases.map(({ components: { cdi, kubevirt }, name }) => [
      name,
      kubevirt.version,
      cdi.version,
    ]),
  ).toEqual([
    ['v1.7', '1.7.0', '1.64.0'],
    ['v1.8', '1.8.4', '1.65.0'],
    ['v1.9', '1.9.0', '1.65.0'],
  ]);
  expect(defaultRelease).toBe(releases.at(-2)?.name);
});
