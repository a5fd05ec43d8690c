// SPDX-License-Identifier: Apache-2.0
import { writeFileSync } from 'node:fs';
import { pageFile, pageText } from './page-file.ts';
import { schemaFile, schemaText } from './settings-schema.ts';

writeFileSync(pageFile, await pageText());
writeFileSync(schemaFile, await schemaText());
