// SPDX-License-Identifier: Apache-2.0
import { programReads } from '@strata/contracts/programs';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { z } from 'zod';
import { fileKinds } from './file-kinds.ts';
import { isGroup } from './group-places.ts';

const root = join(import.meta.dirname, '../../..');

/** A schema of a mapping, or of a list of mappings, that a program's configuration exports. */
export interface KeyGroup {
  /** Where it is: file, from the root of the repository, and name. */
  readonly id: string;
  readonly schema: z.ZodType;
  /** The YAML in the tag `@example` of its docstring. */
  readonly example?: string;
}

/** Schemas of profiles: part of a program's configuration, whose groups have the examples. */
const ofProfiles = new Set<unknown>(
  fileKinds.filter(({ profileOf }) => profileOf !== undefined).map(({ schema }) => schema),
);

/** Folders with the schemas of programs' configurations. */
const folders = [...Object.keys(programReads), 'contracts'].map(
  (name) => `packages/${name}/src/config`,
);

/** Returns the name of each exported constant of a module, with its `@example`. */
function* exportedExamples(text: string): Generator<[string, string | undefined]> {
  const source = ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest, true);
  for (const statement of source.statements) {
    const isExported =
      ts.isVariableStatement(statement) &&
      statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    for (const declaration of isExported ? statement.declarationList.declarations : []) {
      const tag = ts.getJSDocTags(declaration).find(({ tagName }) => tagName.text === 'example');
      yield [declaration.name.getText(source), ts.getTextOfJSDocComment(tag?.comment)];
    }
  }
}

async function groupsOf(file: string): Promise<KeyGroup[]> {
  const module = (await import(join(root, file))) as Readonly<Record<string, unknown>>;
  const examples = [...exportedExamples(readFileSync(join(root, file), 'utf8'))];
  return examples.flatMap(([name, example]) => {
    const schema = module[name];
    if (!(schema instanceof z.ZodType) || !isGroup(schema) || ofProfiles.has(schema)) return [];
    return { id: `${file} ${name}`, schema, ...(example !== undefined && { example }) };
  });
}

/** Every group of keys that the configurations of programs export. */
export const keyGroups: readonly KeyGroup[] = (
  await Promise.all(
    folders.flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
        .map((name) => groupsOf(`${folder}/${name}`)),
    ),
  )
).flat();
