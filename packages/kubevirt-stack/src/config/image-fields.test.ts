// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { z } from 'zod';
import { images } from './image-fields.ts';

const inspect = (list: unknown) =>
  inspectConfig(z.strictObject({ images }), {
    project: 'kubevirt-stack',
    stack: 'sandbox',
    values: list === undefined ? {} : { 'kubevirt-stack:images': JSON.stringify(list) },
    secretKeys: [],
  });

const image = { name: 'ubuntu', os: 'ubuntu', version: '24.04', sizeGiB: 20 };

test('has no images by default', () => {
  expect(inspect(undefined)).toMatchObject({ valid: { images: [] }, problems: [] });
});

test.each([
  { ...image, registry: 'docker://quay.io/containerdisks/ubuntu:24.04' },
  { ...image, http: { url: 'http://example.org/a.img', checksum: `sha512:${'0f'.repeat(64)}` } },
  // Later checks find out whether it has exactly one source, and a checksum.
  { ...image, storage: { className: 'fast' } },
])('accepts %j', (right) => {
  expect(inspect([right])).toMatchObject({ valid: { images: [right] }, problems: [] });
});

test('reports the problems of all settings at once', () => {
  const { problems } = inspect([
    {
      ...image,
      os: 'Ubuntu Linux',
      registry: 'quay.io/containerdisks/ubuntu:24.04',
      http: { url: 'ftp://example.org/a.img', checksum: 'md5:0123' },
      pullMethod: 'host',
      waitMinutes: 121,
      storage: { volumeMode: 'Blok' },
      insecure: true,
    },
  ]);
  expect(problems).toEqual([
    {
      path: ['images', 0, 'os'],
      message: 'expected the name of an operating system, such as "ubuntu", got "Ubuntu Linux"',
    },
    {
      path: ['images', 0, 'registry'],
      message:
        'expected an image in lower case like "docker://registry.example/disks/ubuntu:24.04", got "quay.io/containerdisks/ubuntu:24.04"',
    },
    {
      path: ['images', 0, 'http', 'url'],
      message: 'expected a URL of an image file, got "ftp://example.org/a.img"',
    },
    {
      path: ['images', 0, 'http', 'checksum'],
      message:
        'expected "sha256:" and 64, or "sha512:" and 128 lower-case hexadecimal digits, got "md5:0123"',
    },
    {
      path: ['images', 0, 'storage', 'volumeMode'],
      message: 'expected one of "Block", "Filesystem", got "Blok"',
    },
    {
      path: ['images', 0, 'pullMethod'],
      message: 'expected one of "pod", "node", got "host"',
    },
    {
      path: ['images', 0, 'waitMinutes'],
      message: 'expected a whole number from 0 to 120, got 121',
    },
    {
      path: ['images', 0, 'insecure'],
      message: expect.stringMatching(/^unknown key; /) as unknown,
    },
  ]);
});
