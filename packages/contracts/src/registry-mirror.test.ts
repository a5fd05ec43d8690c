// SPDX-License-Identifier: Apache-2.0
import { mirrorImage } from './registry-mirror.ts';
import { registryMirror } from './registry-mirror-field.ts';

const digest = `sha256:${'0'.repeat(64)}`;

test.each([
  ['quay.io/kubevirt/virt-operator:v1.8.4', 'm.example/kubevirt/virt-operator:v1.8.4'],
  ['registry.k8s.io/pause:3.10', 'm.example/pause:3.10'],
  ['localhost:5000/a/b:v1', 'm.example/a/b:v1'],
  ['localhost/a:v1', 'm.example/a:v1'],
  ['busybox:1.36', 'm.example/library/busybox:1.36'],
  ['docker.io/busybox:1.36', 'm.example/library/busybox:1.36'],
  ['docker.io/library/busybox:1.36', 'm.example/library/busybox:1.36'],
  ['grafana/grafana:12.0.0', 'm.example/grafana/grafana:12.0.0'],
  ['docker.io/grafana/grafana:12.0.0', 'm.example/grafana/grafana:12.0.0'],
  [`ghcr.io/a/b@${digest}`, `m.example/a/b@${digest}`],
  [`ghcr.io/a/b:v1@${digest}`, `m.example/a/b:v1@${digest}`],
  [
    'docker://quay.io/containerdisks/ubuntu:24.04',
    'docker://m.example/containerdisks/ubuntu:24.04',
  ],
  ['docker://fedora:42', 'docker://m.example/library/fedora:42'],
])('names %s in the mirror %s', (image, mirrored) => {
  expect(mirrorImage(image, 'm.example')).toBe(mirrored);
});

test('a mirror may have a port and a path', () => {
  expect(mirrorImage('quay.io/a/b:v1', 'm.example:5000/strata')).toBe(
    'm.example:5000/strata/a/b:v1',
  );
});

test('an image that is in the mirror already keeps its name', () => {
  const mirror = 'm.example:5000/strata';
  const once = mirrorImage('docker://quay.io/a/b:v1', mirror);
  expect(mirrorImage(once, mirror)).toBe(once);
});

test('without a mirror every image keeps its name', () => {
  expect(mirrorImage('quay.io/a/b:v1', undefined)).toBe('quay.io/a/b:v1');
});

test.each(['m.example', 'm.example:5000', 'm.example/a/b-c', '10.0.0.1:5000/a'])(
  'accepts the mirror %s',
  (mirror) => {
    expect(registryMirror.safeParse(mirror).success).toBe(true);
  },
);

test.each(['https://m.example', 'm.example/', 'm.example/a/', 'M.example', 'm', 'm.example/A', ''])(
  'rejects the mirror "%s"',
  (mirror) => {
    expect(registryMirror.safeParse(mirror).success).toBe(false);
  },
);
