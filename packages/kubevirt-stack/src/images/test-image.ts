// SPDX-License-Identifier: Apache-2.0
import type { ImageConfig } from '../config/index.ts';

/** A container disk, for tests. */
export const ubuntu: ImageConfig = {
  name: 'ubuntu',
  os: 'ubuntu',
  version: '24.04',
  registry: 'docker://quay.io/containerdisks/ubuntu:24.04',
  sizeGiB: 20,
};
