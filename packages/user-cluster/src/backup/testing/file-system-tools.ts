// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const needed = ['mke2fs', 'debugfs', 'e2fsck'];
const places = ['/usr/sbin', '/sbin', '/usr/bin', '/bin'];

/** Whether this machine has no programs of e2fsprogs. */
export const lacksFileSystemTools = !needed.every((name) =>
  places.some((folder) => existsSync(join(folder, name))),
);

/** End of the name of a test that is skipped then, with the reason. */
export const missingWords = lacksFileSystemTools ? ' (skipped: this machine has no e2fsprogs)' : '';
