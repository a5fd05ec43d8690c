// SPDX-License-Identifier: Apache-2.0
import { schemaLine } from './schema-line.ts';
import { Document, type Pair, type Scalar, visit } from 'yaml';

/** Folder, title, content and comments of a file. */
export interface FileContent {
  /** Its folder below stacks/, which is also the name of its schema. */
  readonly folder: string;
  /** The words at its head. */
  readonly title: string;
  readonly content: Readonly<Record<string, unknown>>;
  /** Words above a key, by its path. */
  readonly comments?: Readonly<Record<string, string>>;
}

/** The text of a file below stacks/: YAML with the words that its reader needs. */
export function renderFile({ folder, title, content, comments = {} }: FileContent): string {
  const document = new Document(content, { aliasDuplicateObjects: false });
  document.commentBefore = ` ${title}`;
  visit(document, {
    Pair(_, pair, ancestors) {
      const { key } = pair as Pair<Scalar<string>>;
      const names = ancestors.flatMap((node, index) => {
        const parent = ancestors[index - 1];
        if ('key' in node) return [String((node.key as Scalar).value)];
        if (parent !== undefined && 'items' in parent && !('key' in node)) {
          const position = (parent.items as unknown[]).indexOf(node);
          return position >= 0 && parent.constructor.name === 'YAMLSeq' ? [String(position)] : [];
        }
        return [];
      });
      const comment = comments[[...names, key.value].join('.')];
      if (comment !== undefined) key.commentBefore = ` ${comment}`;
    },
  });
  return `${schemaLine(folder)}\n${document.toString({ lineWidth: 100 })}`;
}

/** The keys of a program's configuration, as its stack's file has them. */
export function stackContent(
  project: string,
  config: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const keys = Object.entries(config).map(([key, value]) => [`${project}:${key}`, value] as const);
  return { config: Object.fromEntries(keys) };
}
