// SPDX-License-Identifier: Apache-2.0
import { format, resolveConfig } from 'prettier';
import { join } from 'node:path';
import type { FileKind } from './file-kinds.ts';
import { renderSchema } from './render-schema.ts';
import { schemaFile } from '@strata/nx-pulumi/schema-line';

/** A schema as its file has it. */
export async function schemaText(kind: FileKind): Promise<string> {
  const filepath = join(import.meta.dirname, '../../..', schemaFile(kind.folder));
  return format(JSON.stringify(renderSchema(kind)), {
    ...(await resolveConfig(filepath)),
    filepath,
  });
}
