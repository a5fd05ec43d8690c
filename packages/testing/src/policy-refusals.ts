// SPDX-License-Identifier: Apache-2.0
// Entry point `@strata/testing/policy-refusals`.
import { Environment } from '@marcbachmann/cel-js';

/** The parts of a ValidatingAdmissionPolicy's spec that decide about a request. */
interface Policy {
  readonly matchConstraints: {
    readonly resourceRules: readonly {
      readonly operations: readonly string[];
      readonly resources: readonly string[];
    }[];
  };
  readonly matchConditions: readonly { readonly expression: string }[];
  readonly variables: readonly { readonly name: string; readonly expression: string }[];
  readonly validations: readonly {
    readonly expression: string;
    readonly message?: string;
    readonly messageExpression?: string;
  }[];
}

/** A request to write an object. */
export interface WriteRequest {
  readonly user: string;
  /** In the plural, as the API's paths have it. */
  readonly resource: string;
  readonly namespace?: string;
  /** @default `UPDATE` if there is an old object, `CREATE` otherwise */
  readonly operation?: 'CREATE' | 'UPDATE' | 'DELETE';
  /** Undefined in a DELETE request. */
  readonly object?: object;
  readonly oldObject?: object;
}

/** Returns a value as CEL sees its JSON, whose whole numbers are of type `int`. */
function asCel(value: unknown): unknown {
  if (Number.isInteger(value)) return BigInt(value as number);
  if (Array.isArray(value)) return value.map(asCel);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const given = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(given.map(([key, one]) => [key, asCel(one)]));
}

/** Returns variables that are computed when an expression reads them, and then once, as by the API server. */
function lazily(
  variables: Policy['variables'],
  evaluate: (expression: string) => unknown,
): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  for (const { name, expression } of variables) {
    Object.defineProperty(known, name, {
      configurable: true,
      enumerable: true,
      get() {
        const value = evaluate(expression);
        Object.defineProperty(known, name, { value, enumerable: true });
        return value;
      },
    });
  }
  return known;
}

/**
 * Returns the messages with which a ValidatingAdmissionPolicy refuses a request; none if it lets the
 * request pass. An expression that fails throws, where the API server would refuse the request.
 *
 * The evaluator is not that of the API server: `e2e` tries policies on a real one.
 *
 * @param policy - `spec` of the policy, as it is rendered.
 */
export function policyRefusals(policy: object, request: WriteRequest): string[] {
  const { matchConditions, matchConstraints, validations, variables } = policy as Policy;
  const { namespace = '', object, oldObject, resource, user } = request;
  const { operation = oldObject === undefined ? 'CREATE' : 'UPDATE' } = request;
  const environment = new Environment({ unlistedVariablesAreDyn: true });
  // Every variable is of type `dyn` here, and `has` of this evaluator takes no field of a call.
  const evaluate = (expression: string): unknown =>
    environment.evaluate(expression.replaceAll(/\bdyn\((object|oldObject)\)/g, '$1'), context);
  const context = {
    object: asCel(object),
    oldObject: asCel(oldObject),
    request: { namespace, operation, resource: { resource }, userInfo: { username: user } },
    variables: lazily(variables, (expression) => evaluate(expression)),
  };
  const isMatched =
    matchConstraints.resourceRules.some(
      ({ operations, resources }) => operations.includes(operation) && resources.includes(resource),
    ) && matchConditions.every(({ expression }) => evaluate(expression) === true);
  if (!isMatched) return [];
  return validations
    .filter(({ expression }) => evaluate(expression) !== true)
    .map(({ message, messageExpression }) =>
      messageExpression === undefined ? (message ?? '') : String(evaluate(messageExpression)),
    );
}
