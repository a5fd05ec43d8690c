// SPDX-License-Identifier: Apache-2.0
import type { Exception } from '../rule/index.ts';

/**
 * Programs that really have all rights. Upstream's operators of the releases have none: their `*`
 * stays within API groups of their own.
 */
export const clusterWideRights: readonly Exception[] = [];
