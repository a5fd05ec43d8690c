// SPDX-License-Identifier: Apache-2.0
import { parser } from '@prometheus-io/lezer-promql';

/**
 * Returns the names of the metrics that an expression selects, for unit tests.
 *
 * @throws Error if it is not valid PromQL.
 */
export function metricsIn(expression: string): string[] {
  const names = new Set<string>();
  parser.parse(expression).iterate({
    enter: ({ type, from, to, node }) => {
      if (type.isError) throw new Error(`no PromQL: ${expression}`);
      if (type.name === 'Identifier' && node.parent?.type.name === 'VectorSelector') {
        names.add(expression.slice(from, to));
      }
    },
  });
  return [...names];
}
