// SPDX-License-Identifier: Apache-2.0
import type { ReleaseContent } from '../release.ts';
import { cdi, kubevirt, unchanged } from './unchanged.ts';

/** The contents of release v1.8: every version that it installs. */
export const v18 = {
  ...unchanged,
  components: { kubevirt: kubevirt('1.8.4'), cdi: cdi('1.65.0'), ...unchanged.components },
} as const satisfies ReleaseContent;
