// SPDX-License-Identifier: Apache-2.0
import { listImages } from '../image-references.ts';
import { checkImageTags, pinImages } from './pin-images.ts';

const operator = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'operator' },
  spec: {
    containers: [
      {
        image: 'quay.io/a/operator:v1.0.0',
        args: ['--worker=quay.io/a/worker:latest', '--v=5'],
        env: [{ name: 'WORKER', value: 'quay.io/a/worker:latest' }],
      },
    ],
  },
};

const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'x' },
  spec: { containers: [{ image: 'quay.io/a/worker:latest' }] },
};

test('a pin replaces its image wherever it is named, and no other image', () => {
  const pin = { from: 'quay.io/a/worker:latest', to: 'quay.io/a/w:v1' };
  const pinned = pinImages([operator, crd], [pin]);
  const replaced: unknown = JSON.parse(JSON.stringify(operator).replaceAll(pin.from, pin.to));
  expect(pinned).toEqual([replaced, crd]);
});

test('refuses a pin for an image that no object names', () => {
  expect(() => pinImages([operator], [{ from: 'a:stable', to: 'a:v1' }])).toThrow(
    'no object names a:stable: take the pin out of the table of components',
  );
});

const component = { name: 'a', version: '1.0.0', sources: [], file: 'a' };

test('accepts tags that are the version, with or without v and flavour', () => {
  const named = ['a:1.0.0', 'quay.io/a:v1.0.0', 'quay.io/a:v1.0.0-thick'];
  expect(() => checkImageTags(named, component)).not.toThrow();
});

const digest = `sha256:${'0'.repeat(64)}`;

test('accepts a pin with a digest behind the tag, and the tag must still be the version', () => {
  const pin = { from: 'quay.io/a/operator:v1.0.0', to: `quay.io/a/operator:v1.0.0@${digest}` };
  const images = listImages(pinImages([operator], [pin]));
  expect(images).toEqual([pin.to, 'quay.io/a/worker:latest']);
  expect(() => checkImageTags([pin.to, `a:1.0.0-thick@${digest}`], component)).not.toThrow();
});

test('refuses an image with a digest whose tag is wrong or missing, or whose digest is too short', () => {
  const wrong = [`a:latest@${digest}`, `a@${digest}`, 'a:v1.0.0@sha256:00'];
  expect(() => checkImageTags(wrong, component)).toThrow(
    `the tag of ${wrong.join(', ')} is not version 1.0.0: pin it in the table of components`,
  );
});

test('refuses floating tags, tags of other releases and missing tags', () => {
  const wrong = ['a:latest', 'a:stable-thick', 'a:v0.9.0', 'a:v1.0.01', 'a', 'registry:5000/a'];
  expect(() => checkImageTags([...wrong, 'a:v1.0.0'], component)).toThrow(
    'the tag of a:latest, a:stable-thick, a:v0.9.0, a:v1.0.01, a, registry:5000/a is not ' +
      'version 1.0.0: pin it in the table of components',
  );
});

test('accepts images with versions of their own exactly as they are listed', () => {
  const named = ['a:v1.0.0', 'b:v7'];
  expect(() => checkImageTags(named, { ...component, otherImages: ['b:v7'] })).not.toThrow();
});

test('refuses a listed image that no object names', () => {
  expect(() => checkImageTags(['a:v1.0.0'], { ...component, otherImages: ['b:v7'] })).toThrow(
    'no object names b:v7: take it out of the table of components',
  );
});
