// SPDX-License-Identifier: Apache-2.0
import { densityItems } from './density-items.ts';
import { kubeletItems } from './kubelet-item.ts';
import { performanceItems } from './performance-items.ts';
import type { ProfileItem } from './profile-item.ts';

/** Every setting of every profile; the kubelet last, so that it finds the rest. */
export const profileItems: readonly ProfileItem[] = [
  ...densityItems,
  ...performanceItems,
  ...kubeletItems,
];
