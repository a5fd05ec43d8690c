// SPDX-License-Identifier: Apache-2.0
import { writeFileSync } from 'node:fs';
import { pageFile, pageText } from './page.ts';

writeFileSync(pageFile, await pageText());
