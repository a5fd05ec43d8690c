// SPDX-License-Identifier: Apache-2.0
import { translateImages } from './translate-images.ts';

/** Translates images by their systems and versions. */
const translate = (operatingSystems: Readonly<Record<string, Record<string, string>>>) =>
  translateImages('Datacenter d', { images: { http: { operatingSystems } } });

// Proves: migration.from-kkp-seed
test('the first image, which new clusters get, is the newest Ubuntu, and systems with Ignition are last', () => {
  const address = 'docker://registry.example.org/image:1';
  const { images, lines } = translate({
    flatcar: { '4230.2.1': address },
    rhel: { '9.6': address },
    rockylinux: { '8': address, '9': address, '10': address },
    ubuntu: { '22.04': address, '24.04': address },
  });
  expect(images.map(({ name }) => name)).toEqual([
    'ubuntu-24-04',
    'ubuntu-22-04',
    'rhel-9-6',
    'rockylinux-10',
    'rockylinux-9',
    'rockylinux-8',
    'flatcar-4230-2-1',
  ]);
  expect(lines).toEqual([]);
});

// Proves: migration.from-kkp-seed
test.each([
  ['http://me:hush@images.example.org/a.img', 'http://images.example.org/a.img', ['a user']],
  ['https://images.example.org/a.img?key=hush', 'https://images.example.org/a.img', ['a query']],
  [
    'https://me@images.example.org/a.img#hush',
    'https://images.example.org/a.img',
    ['a user', 'a query'],
  ],
  ['https://images.example.org/@hush/a.img', 'https://images.example.org/@hush/a.img', []],
])('the URL %s comes into no file with a user or a query', (address, url, parts) => {
  const { images, lines } = translate({ ubuntu: { '24.04': address } });
  expect(images).toEqual([
    { name: 'ubuntu-24-04', os: 'ubuntu', version: '24.04', http: { url }, sizeGiB: 10 },
  ]);
  expect(lines.slice(1).map((line) => / has (a \w+) in its URL/.exec(line)?.[1])).toEqual(parts);
  expect(lines.join('\n')).not.toContain('hush');
});

// Proves: migration.from-kkp-seed
test('names have the letters that names of Kubernetes may have, and not too many', () => {
  const address = 'docker://registry.example.org/image:1';
  const { images } = translate({ Ubuntu: { '24.04_LTS-': address, ['1'.repeat(60)]: address } });
  expect(images.map(({ name }) => name)).toEqual([`ubuntu-${'1'.repeat(33)}`, 'ubuntu-24-04-lts']);
});
