// SPDX-License-Identifier: Apache-2.0
import { writeFileSync } from 'node:fs';
import { currentPage, pageFile } from './page.ts';

writeFileSync(pageFile, await currentPage());
