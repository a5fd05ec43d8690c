// SPDX-License-Identifier: Apache-2.0
import { densityItems } from './density-items.ts';
import { performanceItems } from './performance-items.ts';
import type { ProfileItem } from './profile-item.ts';

/** All settings of all profiles, except the kubelet's files, which the script writes after these. */
export const profileItems: readonly ProfileItem[] = [...densityItems, ...performanceItems];
