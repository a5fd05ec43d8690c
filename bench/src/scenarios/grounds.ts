// SPDX-License-Identifier: Apache-2.0
import { openOneCluster } from './one-cluster.ts';
import { openPlatform } from './platform.ts';

/** Opens the ground of each comparison. */
export const grounds = { 'one-cluster': openOneCluster, platform: openPlatform } as const;

/** Says what the yard's hand could not do. */
export const tellError = (error: Error) => console.error(`the yard's hand: ${error.message}`);
