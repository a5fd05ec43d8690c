// SPDX-License-Identifier: Apache-2.0
import { checkImageTags, listImages, pinImages } from './image-references.ts';

const operator = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'operator' },
  spec: {
    template: {
      spec: {
        initContainers: [{ name: 'init', image: 'busybox:1.0.0' }],
        containers: [
          {
            name: 'operator',
            image: 'quay.io/a/operator:v1.0.0',
            args: ['--reloader=quay.io/a/reloader:v1.0.0', '--listen=0.0.0.0:80', '--v=5'],
            env: [
              { name: 'WORKER_IMAGE', value: 'registry.example:5000/a/worker:latest' },
              { name: 'URL', value: 'https://example.com/a:b' },
              { name: 'EMPTY' },
            ],
          },
        ],
      },
    },
  },
};

const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'x' },
  spec: { containers: [{ image: 'quay.io/a/described:v1.0.0' }] },
};

const images = [
  'busybox:1.0.0',
  'quay.io/a/operator:v1.0.0',
  'quay.io/a/reloader:v1.0.0',
  'registry.example:5000/a/worker:latest',
];

test('images are found in containers, arguments and environment, not in CRDs', () => {
  expect(listImages([crd, operator, operator])).toEqual(images);
});

test('a pin replaces an image wherever it is named, and nothing else', () => {
  const pin = { from: 'registry.example:5000/a/worker:latest', to: 'registry.example:5000/w:v1' };
  const pinned = pinImages([operator, crd], [pin]);
  expect(pinned).toEqual(JSON.parse(JSON.stringify([operator, crd]).replaceAll(pin.from, pin.to)));
});

test('a pin for an image that nothing names any more is refused', () => {
  expect(() => pinImages([operator], [{ from: 'a:stable', to: 'a:v1' }])).toThrow(
    'no object names a:stable: take the pin out of src/components.ts',
  );
});

const component = { name: 'a', version: '1.0.0', sources: [], file: 'a' };

test('tags that are the version, with or without v and flavour, are accepted', () => {
  const named = ['a:1.0.0', 'quay.io/a:v1.0.0', 'quay.io/a:v1.0.0-thick'];
  expect(() => checkImageTags(named, component)).not.toThrow();
});

test('floating tags, other releases and missing tags are all refused', () => {
  const wrong = ['a:latest', 'a:stable-thick', 'a:v0.9.0', 'a:v1.0.01', 'a', 'registry:5000/a'];
  expect(() => checkImageTags([...wrong, 'a:v1.0.0'], component)).toThrow(
    'the tag of a:latest, a:stable-thick, a:v0.9.0, a:v1.0.01, a, registry:5000/a is not ' +
      'version 1.0.0: pin it in src/components.ts',
  );
});
