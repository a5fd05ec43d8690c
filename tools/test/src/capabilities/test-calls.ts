// SPDX-License-Identifier: Apache-2.0
import ts from 'typescript';

/** Call of `test`, `it` or `describe` in a test file, including `.each` and similar forms. */
export interface TestCall {
  /** Name as it is written in the source, with `%s` for values from a table. */
  readonly title: string;
  /** Whether the test never runs: `.skip` or `.todo`. */
  readonly skipped: boolean;
  /** Ids of rows that the comments right above it name, in order. */
  readonly proves: readonly string[];
  /** Line numbers of these comments, from 0. */
  readonly tagLines: readonly number[];
  /** Offsets of the start and the end of its statement, without comments above it. */
  readonly start: number;
  readonly end: number;
}

const runners: ReadonlySet<string> = new Set(['test', 'it', 'describe']);
const neverRun: ReadonlySet<string> = new Set(['skip', 'todo']);
const tag = /^\/\/ Proves: (.+)$/;

/**
 * Returns the identifier with which a chain like `test.each(rows)` or `(isRoot ? test : test.skip)`
 * begins.
 */
function runnerOf(callee: ts.Expression): ts.Identifier | undefined {
  if (ts.isIdentifier(callee)) return callee;
  if (ts.isConditionalExpression(callee)) return runnerOf(callee.whenTrue);
  if (ts.isTaggedTemplateExpression(callee)) return runnerOf(callee.tag);
  const inner =
    ts.isPropertyAccessExpression(callee) ||
    ts.isCallExpression(callee) ||
    ts.isParenthesizedExpression(callee);
  return inner ? runnerOf(callee.expression) : undefined;
}

function isSkipped(callee: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(callee)) {
    return neverRun.has(callee.name.text) || isSkipped(callee.expression);
  }
  return ts.isCallExpression(callee) && isSkipped(callee.expression);
}

/**
 * Returns the file's own names for `test` and similar functions:
 * `const onLinux = isLinux ? test : test.skip`.
 */
function ownRunners(source: ts.SourceFile): ReadonlySet<string> {
  const names = source.statements
    .filter((statement) => ts.isVariableStatement(statement))
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .filter(({ initializer }) => {
      const runner = initializer && runnerOf(initializer);
      return runner !== undefined && runners.has(runner.text);
    })
    .map(({ name }) => name.getText(source));
  return new Set([...runners, ...names]);
}

/** Returns the ids that a comment names: `// Proves: pools.surge, pools.roll`. */
export function provenIn(comment: string): readonly string[] {
  const [, names = ''] = tag.exec(comment.trim()) ?? [];
  return names.split(',').flatMap((name) => name.trim() || []);
}

/**
 * Returns every test of a TypeScript file, with the rows of the capability pages that it proves.
 *
 * @param text source of the file; it need not compile
 */
export function testCallsIn(text: string): readonly TestCall[] {
  const source = ts.createSourceFile('file.test.ts', text, ts.ScriptTarget.Latest, true);
  const known = ownRunners(source);
  const found: TestCall[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) {
      const { expression: callee, arguments: args } = node.expression;
      const [title] = args;
      if (title !== undefined && known.has(runnerOf(callee)?.text ?? '')) {
        const tags = (ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []).filter(
          ({ pos, end }) => tag.test(text.slice(pos, end)),
        );
        found.push({
          title: ts.isStringLiteralLike(title) ? title.text : title.getText(source),
          skipped: isSkipped(callee),
          proves: tags.flatMap(({ pos, end }) => provenIn(text.slice(pos, end))),
          tagLines: tags.map(({ pos }) => source.getLineAndCharacterOfPosition(pos).line),
          start: node.getStart(source),
          end: node.end,
        });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
