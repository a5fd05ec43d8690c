// SPDX-License-Identifier: Apache-2.0
import { containerDisk } from './container-disk.ts';

const digest = `sha256:${'0a'.repeat(32)}`;

test.each([
  'docker://quay.io/containerdisks/ubuntu:24.04',
  'docker://registry.example.org:5000/disks/ubuntu_minimal--x',
  `docker://ghcr.io/c/d@${digest}`,
  `docker://ghcr.io/c/d:1@${digest}`,
  'docker://x/y:Latest_1',
])('takes %s', (image) => {
  expect(containerDisk().safeParse(image).success).toBe(true);
});

// An ephemeral machine with one of them is a pod in InvalidImageName, an import retries for ever.
test.each([
  'docker://quay.io/containerdisks/Ubuntu:24.04',
  'docker://https://quay.io/x/y:1',
  'docker://quay.io/x/y:',
  'docker://quay.io/x/y@sha256:abc',
  'docker://quay.io/x/y:24.04:1',
  'docker://quay.io/x//y:1',
  'docker://quay.io:/x/y',
  'docker://quay.io/x/y:1 ',
  'docker://me:word@quay.io/x/y:1',
  'docker://ubuntu:24.04',
])('refuses %s', (image) => {
  expect(containerDisk().safeParse(image).success).toBe(false);
});
