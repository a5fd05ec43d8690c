// SPDX-License-Identifier: Apache-2.0
import { densityItems } from './density-items.ts';
import { performanceItems } from './performance-items.ts';
import type { ProfileItem } from './profile-item.ts';

/** Every setting of every profile but the kubelet's own files, which come after these. */
export const profileItems: readonly ProfileItem[] = [...densityItems, ...performanceItems];
