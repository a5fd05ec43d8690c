// SPDX-License-Identifier: Apache-2.0
import type { ReleaseContent } from '../release.ts';
import { cdi, kubevirt, unchanged } from './unchanged.ts';

/** The contents of release v1.7: every version that it installs. */
export const v17 = {
  ...unchanged,
  components: { kubevirt: kubevirt('1.7.0'), cdi: cdi('1.64.0'), ...unchanged.components },
} as const satisfies ReleaseContent;
