// SPDX-License-Identifier: Apache-2.0
import { mirrorImage } from '@strata/contracts';
import { listImages, loadManifest, locksDir, readLocks } from '@strata/manifests';
import { rewriteImages } from './index.ts';

const mirror = 'mirror.example:5000/strata';

/** Locked: what releases name is locked, and nothing else (see kubevirt-stack's own test). */
const locked = readLocks(locksDir);

/** What no rewritten object may name, found by reading its text and not by knowing its fields. */
const registries = new RegExp(
  `(?<![\\w.-])(?:${[
    ...new Set(locked.flatMap(({ images }) => images.map((image) => image.split('/')[0] ?? ''))),
    'docker.io',
    'gcr.io',
    'index.docker.io',
    'registry-1.docker.io',
  ]
    .map((host) => host.replaceAll('.', '\\.'))
    .join('|')})/[\\w./-]+`,
  'g',
);

// Proves: offline.mirror
test.each(locked)('nothing of $component $version is pulled past the mirror', (one) => {
  const { objects, images } = loadManifest(one.component, one.version);
  const rewritten = objects.map((object) => rewriteImages(object, mirror));
  const installed = rewritten.filter(({ kind }) => kind !== 'CustomResourceDefinition');
  expect(JSON.stringify(installed).match(registries)).toBeNull();
  expect(listImages(rewritten)).toEqual(images.map((image) => mirrorImage(image, mirror)).sort());
});

test('the search above finds what is pulled from elsewhere', () => {
  const { objects } = loadManifest('kubevirt', '1.8.4');
  expect(JSON.stringify(objects).match(registries)).toContain('quay.io/kubevirt/virt-operator');
});

test('no two images have one name in the mirror', () => {
  const images = [...new Set(locked.flatMap((entry) => entry.images))];
  const mirrored = new Map(images.map((image) => [mirrorImage(image, mirror), image]));
  expect([...mirrored.values()]).toEqual(images);
});

test('an object stays as it is without a mirror, and rewriting twice changes nothing more', () => {
  const { objects } = loadManifest('gpu-operator', '26.3.3');
  for (const object of objects) {
    expect(rewriteImages(object, undefined)).toBe(object);
    const once = rewriteImages(object, mirror);
    expect(rewriteImages(once, mirror)).toEqual(once);
  }
});

/**
 * The expression with which virt-operator takes its own image's name apart, to put the names of
 * KubeVirt's other images together.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-operator/util/config.go (the same in 1.7.0 and 1.9.0)
 */
const operatorImage = /^(.*)\/(.*)virt-operator([@:].*)?$/;

// Proves: offline.mirror
test.each(locked.filter(({ component }) => component === 'kubevirt'))(
  'KubeVirt $version derives its other images from the mirrored name',
  ({ version, images: [image = ''] }) => {
    expect(operatorImage.exec(mirrorImage(image, mirror))?.slice(1)).toEqual([
      'mirror.example:5000/strata/kubevirt',
      '',
      `:v${version}`,
    ]);
  },
);
