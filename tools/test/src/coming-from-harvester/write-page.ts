// SPDX-License-Identifier: Apache-2.0
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pagePath, pageText } from './page.ts';

const root = resolve(import.meta.dirname, '../../../..');
writeFileSync(join(root, pagePath), await pageText(root));
