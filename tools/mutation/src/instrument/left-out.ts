// SPDX-License-Identifier: Apache-2.0

/** Part of Babel's paths that a rule looks at. */
export interface SyntaxPath {
  readonly node: {
    readonly type: string;
    readonly key?: { readonly name?: string };
    readonly id?: { readonly name?: string } | null;
  };
  readonly parentPath: SyntaxPath | null;
  readonly scope: {
    readonly getBinding: (
      name: string,
    ) => { readonly referencePaths: readonly SyntaxPath[] } | undefined;
  };
}

/** Rule for mutants that are not made, with the reason. */
interface LeftOut {
  readonly reason: string;
  readonly isOne: (path: SyntaxPath) => boolean;
}

const texts: ReadonlySet<string> = new Set(['StringLiteral', 'TemplateLiteral']);

/** Fields in tables of facts that are only for readers of the table. */
const explanations: ReadonlySet<string> = new Set(['need', 'neededBy', 'source']);

/** Syntax that a text may be part of and still count as text. */
const textual: ReadonlySet<string> = new Set([...texts, 'BinaryExpression', 'CallExpression']);

/**
 * Returns whether a text is the whole value of such a field, and not a field of an object nested in
 * it.
 */
const isExplanation = ({ node, parentPath }: SyntaxPath): boolean => {
  if (parentPath === null || !textual.has(node.type)) return false;
  const { type, key } = parentPath.node;
  return type === 'ObjectProperty' ? explanations.has(key?.name ?? '') : isExplanation(parentPath);
};

const isIn = (path: SyntaxPath, isOuter: (path: SyntaxPath) => boolean): boolean =>
  path.parentPath !== null && (isOuter(path.parentPath) || isIn(path.parentPath, isOuter));

const isCases = ({ node }: SyntaxPath): boolean =>
  node.type === 'ObjectProperty' && node.key?.name === 'cases';

const declarations: ReadonlySet<string> = new Set(['VariableDeclarator', 'FunctionDeclaration']);

/**
 * Returns whether a variable or a function is there for nothing but test cases.
 *
 * @param callers - functions that need it, of which that is asked: what they call may call them again.
 */
const isForCases = (path: SyntaxPath, callers: readonly SyntaxPath['node'][] = []): boolean => {
  const { node, scope } = path;
  const name = declarations.has(node.type) ? node.id?.name : undefined;
  const uses = name === undefined ? [] : (scope.getBinding(name)?.referencePaths ?? []);
  const asked = [...callers, node];
  const others = uses.filter((use) => !isIn(use, (outer) => asked.includes(outer.node)));
  return (
    uses.length > 0 &&
    (others.length > 0 || callers.length > 0) &&
    others.every((use) => isIn(use, isCases) || isIn(use, (outer) => isForCases(outer, asked)))
  );
};

/**
 * All rules for syntax that is left out. A mutant that no rule here excludes is made and counts.
 */
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
  {
    reason:
      'the test cases of an alert, and what only they need: promtool runs them, and no object has them',
    isOne: (path) => isCases(path) || isForCases(path),
  },
];

/** Returns the reason why a piece of syntax is not changed; undefined if it is changed. */
export function reasonToLeave(path: SyntaxPath): string | undefined {
  return leftOut.find(({ isOne }) => isOne(path))?.reason;
}
