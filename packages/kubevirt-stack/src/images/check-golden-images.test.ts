// SPDX-License-Identifier: Apache-2.0
import { findRelease } from '@strata/contracts';
import type { ClusterFacts } from '../cluster/cluster-facts.ts';
import type { ImageConfig } from '../config/index.ts';
import { testConfig } from '../test-config.ts';
import { checkGoldenImages } from './check-golden-images.ts';

const digest = `sha256:${'ab'.repeat(32)}`;
const context = { release: findRelease('v1.8'), cluster: undefined };

const disk = (more: Partial<ImageConfig> = {}): ImageConfig => ({
  name: 'ubuntu',
  os: 'ubuntu',
  version: '24.04',
  registry: 'docker://quay.io/containerdisks/ubuntu:24.04',
  sizeGiB: 20,
  ...more,
});

const file = (more: Partial<ImageConfig> = {}): ImageConfig => ({
  name: 'flatcar',
  os: 'flatcar',
  version: '1.2',
  http: { url: 'https://example.org/flatcar.img', checksum: digest },
  sizeGiB: 10,
  ...more,
});

const check = (...images: ImageConfig[]) => checkGoldenImages({ images }, context);

// Proves: images.catalogue
test.each([
  ['no images', []],
  ['a tag', [disk()]],
  ['an image without a registry', [disk({ registry: 'docker://ubuntu:24.04' })]],
  ['a registry with a port', [disk({ registry: 'docker://localhost:5000/a/b:1' })]],
  ['a file', [file()]],
  ['defaults on offer', [disk({ instancetype: 'standard-4', preference: 'sockets-advantage' })]],
])('reports no problem for %s', (_, images) => {
  expect(check(...images)).toEqual([]);
});

test("the defaults of an image may be KubeVirt's own where the platform installs those", () => {
  const images = [disk({ instancetype: 'u1.medium', preference: 'rhel.9' })];
  const { kubevirt } = testConfig({ kubevirt: { commonInstancetypes: true } });
  expect(checkGoldenImages({ images, kubevirt }, context)).toEqual([]);
  expect(check(...images).map(({ path }) => path)).toEqual([
    ['images', 0, 'instancetype'],
    ['images', 0, 'preference'],
  ]);
});

test('rejects an image with no source and an image with two', () => {
  expect(check(disk({ registry: undefined }), file({ registry: disk().registry }))).toEqual([
    { path: ['images', 0], message: 'give exactly one of registry and http, not neither' },
    { path: ['images', 1], message: 'give exactly one of registry and http, not both' },
  ]);
});

test.each([
  'docker://quay.io/a/b:latest',
  'docker://quay.io/a/b',
  'docker://quay.io/a/b:',
  'docker://quay.io:443/a/b',
])('rejects %s, whose contents can change', (registry) => {
  expect(check(disk({ registry }))).toEqual([
    {
      path: ['images', 0, 'registry'],
      message: `"${registry}" can change at any time; name a tag other than "latest"`,
    },
  ]);
});

test.each([`docker://quay.io/a/b@${digest}`, `docker://quay.io/a/b:1@${digest}`])(
  'rejects %s, to which CDI would append a second digest',
  (registry) => {
    expect(check(disk({ registry }))).toEqual([
      {
        path: ['images', 0, 'registry'],
        message:
          `"${registry}" has a digest, and CDI appends one itself, so it would never import the image; ` +
          'name a tag that nobody moves, without "@sha256:..."',
      },
    ]);
  },
);

// Proves: images.from-web
test('rejects a file without a checksum', () => {
  expect(check(file({ http: { url: 'https://example.org/a.img' } }))).toEqual([
    {
      path: ['images', 0, 'http', 'checksum'],
      message:
        'missing; without it the contents of https://example.org/a.img cannot be verified; ' +
        'add "sha256:" and the digits of sha256sum',
    },
  ]);
});

test('rejects a file on a release whose CDI does not compare checksums', () => {
  expect(
    checkGoldenImages({ images: [file()] }, { release: findRelease('v1.7'), cluster: undefined }),
  ).toEqual([
    {
      path: ['images', 0, 'http'],
      message:
        'CDI 1.64.0 of release v1.7 does not compare checksums; use a container disk, or a release with CDI 1.65',
    },
  ]);
});

test('judges what it can where the release or the cluster is not known', () => {
  expect(checkGoldenImages({ images: [file()] }, { ...context, release: undefined })).toEqual([]);
  expect(check(disk({ storage: { className: 'unknown' } }))).toEqual([]);
  expect(checkGoldenImages({}, context)).toEqual([]);
});

test('rejects keys of a file that only container disks have', () => {
  const message = 'only for container disks; a file changes with its checksum';
  expect(check(file({ schedule: '0 0 * * *', importsToKeep: 2, pullMethod: 'node' }))).toEqual([
    { path: ['images', 0, 'schedule'], message },
    { path: ['images', 0, 'importsToKeep'], message },
    { path: ['images', 0, 'pullMethod'], message },
  ]);
});

test('lists all other problems at the same time', () => {
  const cluster = {
    storageClasses: [{ name: 'fast' }],
    imageImports: [{ name: 'debian', sizeGiB: 30 }],
    fileImages: [],
  } as unknown as ClusterFacts;
  const images = [
    disk(),
    disk({
      schedule: '0 25 * * *',
      pullMethod: 'node',
      secretRef: 'registry',
      storage: { className: 'fasr' },
      instancetype: 'performance-4',
      preference: 'socket-advantage',
    }),
    disk({ name: 'debian' }),
  ];
  expect(checkGoldenImages({ images }, { ...context, cluster })).toEqual([
    { path: ['images', 1, 'name'], message: '"ubuntu" exists already; choose another' },
    {
      path: ['images', 2, 'sizeGiB'],
      message:
        'volumes of "debian" were imported with 30 GiB, and CDI makes no smaller copies of them; ' +
        'leave the size as it is, and add an image with another name for 20',
    },
    {
      path: ['images', 1, 'secretRef'],
      message: 'pullMethod "node" fetches with the credentials of the host; remove one of the two',
    },
    {
      path: ['images', 1, 'schedule'],
      message: 'the hour of the schedule "0 25 * * *" must be 0 to 23, a range, a list or *',
    },
    {
      path: ['images', 1, 'storage', 'className'],
      message: 'the infra cluster has no StorageClass "fasr"; did you mean "fast"?',
    },
    {
      path: ['images', 1, 'instancetype'],
      message:
        'the platform does not offer "performance-4"; known: standard-2, standard-4, standard-8',
    },
    {
      path: ['images', 1, 'preference'],
      message: 'the platform does not offer "socket-advantage"; did you mean "sockets-advantage"?',
    },
  ]);
});

test.each([
  [{ pullMethod: 'node' }],
  [{ pullMethod: 'pod', secretRef: 'registry' }],
  [{ secretRef: 'registry' }],
] as const)('a container disk may have %j', (more) => {
  expect(check(disk(more))).toEqual([]);
});
