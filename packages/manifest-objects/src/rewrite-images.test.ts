// SPDX-License-Identifier: Apache-2.0
import { mirrorImage } from '@strata/contracts';
import { listImages, loadManifest, locksDir, readLocks } from '@strata/manifests';
import { rewriteImages } from './index.ts';

const mirror = 'mirror.example:5000/strata';

/** Locks of all manifests; a test of kubevirt-stack compares them with the components that releases name. */
const locked = readLocks(locksDir);

/** Images of upstream registries, which no rewritten object may contain; found in its text, in any field. */
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
test.each(locked)('pulls all images of $component $version from the mirror', (one) => {
  const { objects, images } = loadManifest(one.component, one.version);
  const rewritten = objects.map((object) => rewriteImages(object, mirror));
  const installed = rewritten.filter(({ kind }) => kind !== 'CustomResourceDefinition');
  expect(JSON.stringify(installed).match(registries)).toBeNull();
  expect(listImages(rewritten)).toEqual(images.map((image) => mirrorImage(image, mirror)).sort());
});

test('the search for upstream registries finds an image that is not rewritten', () => {
  const { objects } = loadManifest('kubevirt', '1.8.4');
  expect(JSON.stringify(objects).match(registries)).toContain('quay.io/kubevirt/virt-operator');
});

test('all images have different names in the mirror', () => {
  const images = [...new Set(locked.flatMap((entry) => entry.images))];
  const mirrored = new Map(images.map((image) => [mirrorImage(image, mirror), image]));
  expect([...mirrored.values()]).toEqual(images);
});

test('returns an object unchanged without a mirror, and rewriting twice gives the same result as once', () => {
  const { objects } = loadManifest('gpu-operator', '26.3.3');
  for (const object of objects) {
    expect(rewriteImages(object, undefined)).toBe(object);
    const once = rewriteImages(object, mirror);
    expect(rewriteImages(once, mirror)).toEqual(once);
  }
});

/**
 * Regular expression by which virt-operator splits the name of its own image, to build the names of
 * KubeVirt's other images.
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
