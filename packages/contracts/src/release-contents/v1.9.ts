// SPDX-License-Identifier: Apache-2.0
import type { ReleaseContent } from '../release.ts';
import { cdi, kubevirt, unchanged } from './unchanged.ts';

/** The contents of release v1.9: every version that it installs. */
export const v19 = {
  ...unchanged,
  components: { kubevirt: kubevirt('1.9.0'), cdi: cdi('1.65.0'), ...unchanged.components },
} as const satisfies ReleaseContent;
