// SPDX-License-Identifier: Apache-2.0
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import type { FunctionDefinition } from '@actions/expressions/funcs/info';
import { TokenType } from '@actions/expressions/lexer';
import type { Token } from '@actions/expressions/lexer';
import { truthy } from '@actions/expressions/result';

/** Values that expressions can name: `github`, `vars`, `steps`, ... */
export type Contexts = Readonly<Record<string, unknown>>;

/** Whether an earlier step or job has failed, for `success()` and the other status functions. */
export interface StatusSoFar {
  readonly failed: boolean;
  readonly cancelled?: boolean;
}

/**
 * All contexts that GitHub knows. A context that a test does not give is empty.
 *
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/contexts
 */
const contextNames =
  'env github inputs job jobs matrix needs runner secrets steps strategy vars'.split(' ');

const isSuccess = ({ cancelled, failed }: StatusSoFar) => !failed && cancelled !== true;

/** @see https://docs.github.com/en/actions/reference/workflows-and-actions/expressions#status-check-functions */
const statusFunctions: Readonly<Record<string, (status: StatusSoFar) => boolean>> = {
  always: () => true,
  success: isSuccess,
  failure: ({ cancelled, failed }) => failed && cancelled !== true,
  cancelled: ({ cancelled }) => cancelled === true,
};

/** Returns the functions that the library leaves to the runner. `hashFiles` reads no file here. */
function runnerFunctions(status: StatusSoFar): FunctionDefinition[] {
  return [
    ...Object.entries(statusFunctions).map(([name, isSo]) => ({
      name,
      minArgs: 0,
      maxArgs: 0,
      call: () => new data.BooleanData(isSo(status)),
    })),
    { name: 'hashfiles', minArgs: 1, maxArgs: 255, call: () => new data.StringData('hash') },
  ];
}

function evaluate(tokens: Token[], contexts: Contexts, status: StatusSoFar): data.ExpressionData {
  const functions = runnerFunctions(status);
  const values = Object.fromEntries(contextNames.map((name) => [name, contexts[name] ?? {}]));
  return new Evaluator(
    new Parser(tokens, contextNames, functions).parse(),
    JSON.parse(JSON.stringify(values), data.reviver) as data.Dictionary,
    new Map(functions.map((one) => [one.name, one])),
  ).evaluate();
}

const asksForStatus = (tokens: readonly Token[]) =>
  tokens.some(
    ({ type, lexeme }, at) =>
      type === TokenType.IDENTIFIER &&
      Object.hasOwn(statusFunctions, lexeme.toLowerCase()) &&
      tokens[at + 1]?.type === TokenType.LEFT_PAREN,
  );

/**
 * Returns the value of a condition. A condition without a status function is false after a failure.
 */
export function holds(condition: string, contexts: Contexts, status: StatusSoFar): boolean {
  const inner = condition.replace(/^\s*\$\{\{(.*)\}\}\s*$/s, '$1');
  const { tokens } = new Lexer(inner).lex();
  const value = truthy(evaluate(tokens, contexts, status));
  return value && (asksForStatus(tokens) || isSuccess(status));
}

/**
 * Returns a text whose `${{ }}` are replaced by their values, as `@actions/expressions` evaluates
 * them.
 */
export function fill(text: string, contexts: Contexts, status: StatusSoFar): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_match, inner: string) =>
    evaluate(new Lexer(inner).lex().tokens, contexts, status).coerceString(),
  );
}
