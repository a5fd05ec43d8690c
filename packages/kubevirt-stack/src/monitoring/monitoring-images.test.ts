// SPDX-License-Identifier: Apache-2.0
import { versionOf } from './monitoring-images.ts';

test.each([
  ['quay.io/prometheus/prometheus:v3.15.0', 'v3.15.0'],
  [`quay.io/prometheus/prometheus:v3.15.0@sha256:${'0'.repeat(64)}`, 'v3.15.0'],
  ['registry.example.org:5000/mirror/prometheus:v3.15.0', 'v3.15.0'],
  [`registry.example.org:5000/mirror/prometheus@sha256:${'0'.repeat(64)}`, undefined],
  ['registry.example.org:5000/mirror/prometheus', undefined],
])('the version of %s is %s', (image, version) => {
  expect(versionOf(image)).toBe(version);
});
