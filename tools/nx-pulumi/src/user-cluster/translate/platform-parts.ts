// SPDX-License-Identifier: Apache-2.0
import type { Images } from './images.ts';

/** Parts of a platform that machines can use. */
export interface PlatformParts {
  readonly images: Images;
  /** Names of networks. */
  readonly networks: readonly string[];
}
