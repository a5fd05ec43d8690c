// SPDX-License-Identifier: Apache-2.0
import { listImages, mapImages } from './image-references.ts';

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

test('finds images in containers, arguments and environment, not in CRDs', () => {
  expect(listImages([crd, operator, operator])).toEqual(images);
});

const policy = {
  apiVersion: 'nvidia.com/v1',
  kind: 'ClusterPolicy',
  metadata: { name: 'cluster-policy' },
  spec: {
    driver: { enabled: false, repository: 'nvcr.io/nvidia', image: 'driver', version: '580.1' },
    vfio: { enabled: true, repository: 'nvcr.io/nvidia', image: 'vfio', version: 'v1.0.0' },
    validator: { repository: 'nvcr.io/a', image: 'b', version: `sha256:${'0'.repeat(64)}` },
    vgpu: { enabled: true, repository: '', image: 'vgpu-manager', version: '' },
  },
};

test('finds an image in three fields, unless its part is disabled', () => {
  expect(listImages([policy])).toEqual([
    `nvcr.io/a/b@sha256:${'0'.repeat(64)}`,
    'nvcr.io/nvidia/vfio:v1.0.0',
  ]);
});

test('replaces an image in three fields, whether or not its part is disabled', () => {
  const { spec } = mapImages(policy, (image) => image.replace('nvcr.io', 'mirror:5000/x'));
  expect(spec).toEqual({
    driver: { ...policy.spec.driver, repository: 'mirror:5000/x/nvidia' },
    vfio: { ...policy.spec.vfio, repository: 'mirror:5000/x/nvidia' },
    validator: { ...policy.spec.validator, repository: 'mirror:5000/x/a' },
    vgpu: policy.spec.vgpu,
  });
});

test('finds an image with both tag and digest in the environment', () => {
  const digest = `quay.io/a/b:v1@sha256:${'0'.repeat(64)}`;
  const env = [{ name: 'IMAGE', value: digest }];
  const pod = { ...operator, spec: { containers: [{ name: 'a', env }] } };
  expect(listImages([pod])).toEqual([digest]);
});
