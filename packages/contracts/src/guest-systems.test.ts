// SPDX-License-Identifier: Apache-2.0
import { systemOfImage } from './index.ts';

test.each([
  ['docker://quay.io/containerdisks/ubuntu:24.04', 'ubuntu'],
  ['flatcar-4230', 'flatcar'],
  ['registry.example.org/ubuntu/fedora-coreos:42', 'fedora-coreos'],
  ['registry.example.org/ubuntu/base:1', undefined],
])('recognizes the system of the image %s: %s', (image, system) => {
  expect(systemOfImage(image)).toBe(system);
});
