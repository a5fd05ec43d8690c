// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const stamp = (root: string) => join(root, '.strata', 'tour.stamp');

/** Whether nobody has seen the tour in this checkout to its end. */
export function isTourNew(root: string): boolean {
  return !existsSync(stamp(root));
}

/** Takes down that the tour was seen. */
export function markToured(root: string): void {
  mkdirSync(dirname(stamp(root)), { recursive: true });
  writeFileSync(stamp(root), '');
}
