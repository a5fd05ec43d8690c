// SPDX-License-Identifier: Apache-2.0
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readPages } from './pages.ts';
import { collectProofs } from './proofs.ts';
import { pageTexts } from './render-pages.ts';

const root = resolve(import.meta.dirname, '../../../..');
const texts = await pageTexts(root, readPages(root), collectProofs(root).proofs);
for (const [path, text] of texts) writeFileSync(join(root, path), text);
