// SPDX-License-Identifier: Apache-2.0
import type { Change } from './changed-config.ts';

/**
 * Changes of a generated cluster's file: backups in a volume, made when a test asks for one. The cluster's
 * tests end with its destruction.
 */
export const backedUpCluster: readonly Change[] = [
  ['protect: true', 'protect: false\n    volumes: delete'],
  [
    'user-cluster:network:',
    `user-cluster:backup:
    schedule: '0 3 1 1 *'
    target:
      volume:
        sizeGiB: 2
  user-cluster:network:`,
  ],
];
