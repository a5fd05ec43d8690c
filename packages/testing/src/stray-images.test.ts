// SPDX-License-Identifier: Apache-2.0
import { imagesIn, strayImages } from './index.ts';
import type { RecordedResource } from './index.ts';

const mirror = 'registry.example.org:5000/mirror';

const resource = (inputs: Record<string, unknown>): RecordedResource => ({
  type: 'kubernetes:apps/v1:Deployment',
  name: 'web',
  custom: true,
  inputs,
  secretInputs: [],
  parent: undefined,
  dependsOn: [],
  protect: false,
});

const digest = `sha256:${'0'.repeat(64)}`;

test('finds images in fields, arguments, variables and texts', () => {
  const found = imagesIn(
    resource({
      containers: [{ image: 'quay.io/a/b:v1', args: ['--reloader=ghcr.io/c/d:v2'] }],
      env: [{ name: 'IMAGE', value: `nvcr.io/e/f@${digest}` }],
      data: { 'config.yaml': 'image: "registry.example.org:5000/g:1.0"\n' },
      apiVersion: 'rbac.authorization.k8s.io/v1',
    }),
  );
  expect(found).toEqual([
    'ghcr.io/c/d:v2',
    `nvcr.io/e/f@${digest}`,
    'quay.io/a/b:v1',
    'registry.example.org:5000/g:1.0',
  ]);
});

test.each([
  ['an image of another registry', { args: ['--image=quay.io/a/b:v1'] }, 'args.0'],
  ['an image of Docker Hub', { spec: { image: 'busybox' } }, 'spec.image'],
  ['a prefix of images', { env: { PREFIX: 'ghcr.io/project' } }, 'env.PREFIX'],
  ['an image beside one of the mirror', { a: `${mirror}/a:v1 my.registry/a:v1` }, 'a'],
])('tells %s with its path', (_, inputs, path) => {
  const [finding = ''] = strayImages(resource(inputs), mirror);
  expect(finding.split(': ')[0]).toBe(`web.${path}`);
});

test('says nothing of images in the mirror, addresses and API groups', () => {
  const inputs = {
    image: `${mirror}/a/b:v1`,
    url: `docker://${mirror}/disks/ubuntu:24.04`,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io/v1' },
    target: 'http://grafana.monitoring.svc:3000/api',
  };
  expect(strayImages(resource(inputs), mirror)).toEqual([]);
});
