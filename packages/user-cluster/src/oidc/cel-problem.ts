// SPDX-License-Identifier: Apache-2.0
import { nearestName } from '@strata/contracts/nearest-name';
import type * as cel from '@marcbachmann/cel-js';
import type { ASTNode, TypeCheckResult } from '@marcbachmann/cel-js';
import { createRequire } from 'node:module';
import { bindingMacros, celFunctions, celNamespaces, rangeMacros } from './cel-functions.ts';

/** Loads the reader of expressions when there is an expression: it takes time, and few files have one. */
function loadCel(): typeof cel {
  return createRequire(import.meta.url)('@marcbachmann/cel-js') as typeof cel;
}

/** A call in an expression. */
interface Call {
  readonly name: string;
  readonly arguments: number;
  /** Expression before the dot, on which the function is called; undefined if there is none. */
  readonly of?: ASTNode;
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value;
}

/** Returns all calls below a part of an expression. */
function callsIn(part: unknown): Call[] {
  if (Array.isArray(part)) return part.flatMap(callsIn);
  if (!isNode(part)) return [];
  const below = callsIn(part.args);
  if (part.op === 'call') {
    return [{ name: part.args[0], arguments: part.args[1].length }, ...below];
  }
  if (part.op === 'rcall') {
    return [{ name: part.args[0], arguments: part.args[2].length, of: part.args[1] }, ...below];
  }
  return below;
}

/** Returns whether calls have variables of their own that the checker takes for unknown ones. */
const hasOwnVariables = (calls: readonly Call[]) =>
  calls.some(
    ({ name, arguments: count }) =>
      bindingMacros.includes(name) || (['all', 'exists', 'exists_one'].includes(name) && count > 2),
  );

/**
 * Returns whether a part of an expression is a claim as it is. It has the type `any`, of which CEL compiles
 * much, but no macro that looks at each item. What comes of a function has another type.
 */
function isClaim(part: ASTNode): boolean {
  if (part.op === '.' || part.op === '.?' || part.op === '[]' || part.op === '[?]') {
    const [of] = part.args;
    return (of.op === 'id' && of.args === 'claims') || isClaim(of);
  }
  return false;
}

/** Returns what is wrong with a call; undefined where nothing is. */
function callProblem({ name, of }: Call): string | undefined {
  if (!celFunctions.includes(name)) {
    const nearest = nearestName(name, celFunctions);
    const hint =
      nearest === undefined
        ? 'see https://kubernetes.io/docs/reference/using-api/cel/'
        : `did you mean "${nearest}"?`;
    return `calls "${name}", which the CEL of Kubernetes does not have; ${hint}`;
  }
  if (of === undefined || !rangeMacros.includes(name) || !isClaim(of)) return undefined;
  return (
    `asks "${name}" of a claim, of which Kubernetes does not know that it is a list; write dyn(...) ` +
    `around the claim, as in dyn(claims.groups).${name}(...)`
  );
}

/** Type of the value that an expression must return. */
export type CelResult = 'anything' | 'true or false';

/** Returns what types say of an expression; undefined where they are right, or cannot be judged. */
function typeProblem(
  { error, type }: TypeCheckResult,
  text: string,
  result: CelResult,
): string | undefined {
  const unknown = error && /Unknown variable: (\w+)/.exec(error.summary)?.[1];
  if (unknown !== undefined && !celNamespaces.includes(unknown)) {
    return `reads "${unknown}", which is not there; the token is the variable "claims"`;
  }
  if (type === undefined || result === 'anything' || type === 'bool') return undefined;
  return type === 'dyn'
    ? `gives whatever the claim is, and must give true or false; compare it, as in "${text} == true"`
    : `gives a value of type ${type}, and must give true or false`;
}

/**
 * Returns why the API server would not start with an expression; undefined where none is known. Syntax,
 * names of functions and variables are judged, and the type of the result, but not what functions are
 * given: that is known when a token is there.
 */
export function celProblem(text: string, result: CelResult): string | undefined {
  const { Environment, ParseError } = loadCel();
  const environment = new Environment({ enableOptionalTypes: true }).registerVariable(
    'claims',
    'map<string, dyn>',
  );
  const checked = environment.check(text);
  if (checked.error instanceof ParseError) {
    const { range, summary } = checked.error;
    return `is no expression in CEL: ${summary} at character ${(range?.start ?? 0) + 1}`;
  }
  const calls = callsIn(environment.parse(text).ast);
  const wrong = calls.map(callProblem).find((problem) => problem !== undefined);
  if (wrong !== undefined) return wrong;
  return hasOwnVariables(calls) ? undefined : typeProblem(checked, text, result);
}
