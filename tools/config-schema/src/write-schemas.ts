// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileKinds } from './file-kinds.ts';
import { schemaFile } from '@strata/nx-pulumi/schema-line';
import { schemaText } from './schema-text.ts';

const root = join(import.meta.dirname, '../../..');

for (const kind of fileKinds) {
  const path = join(root, schemaFile(kind.folder));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await schemaText(kind));
}
