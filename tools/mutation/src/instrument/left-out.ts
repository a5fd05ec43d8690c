// SPDX-License-Identifier: Apache-2.0

/** The part of Babel's paths that a rule looks at. */
export interface SyntaxPath {
  readonly node: { readonly type: string; readonly key?: { readonly name?: string } };
  readonly parentPath: SyntaxPath | null;
}

/** Which mutants are not made, and why. */
interface LeftOut {
  readonly reason: string;
  readonly isOne: (path: SyntaxPath) => boolean;
}

const texts: ReadonlySet<string> = new Set(['StringLiteral', 'TemplateLiteral']);

/** Fields of tables of facts that only readers of the table look at. */
const explanations: ReadonlySet<string> = new Set(['need', 'neededBy', 'source']);

/** What a text may be a part of and still be one. */
const textual: ReadonlySet<string> = new Set([...texts, 'BinaryExpression', 'CallExpression']);

/** Whether a text is the whole value of such a field, and no field of an object in it. */
const isExplanation = ({ node, parentPath }: SyntaxPath): boolean => {
  if (parentPath === null || !textual.has(node.type)) return false;
  const { type, key } = parentPath.node;
  return type === 'ObjectProperty' ? explanations.has(key?.name ?? '') : isExplanation(parentPath);
};

const isIn = (path: SyntaxPath, isOuter: (path: SyntaxPath) => boolean): boolean =>
  path.parentPath !== null && (isOuter(path.parentPath) || isIn(path.parentPath, isOuter));

/** All that is left out: a mutant for which no rule stands here is made and counts. */
export const leftOut: readonly LeftOut[] = [
  {
    reason: 'what a thrown error says: tests have the messages that users see, not those of bugs',
    isOne: (path) =>
      texts.has(path.node.type) && isIn(path, ({ node }) => node.type === 'ThrowStatement'),
  },
  {
    reason: 'why a table says something, and where that is from: for readers, and in no object',
    isOne: (path) => texts.has(path.node.type) && isExplanation(path),
  },
];

/** The reason why a piece of syntax is left as it is; undefined: it is changed. */
export function reasonToLeave(path: SyntaxPath): string | undefined {
  return leftOut.find(({ isOne }) => isOne(path))?.reason;
}
