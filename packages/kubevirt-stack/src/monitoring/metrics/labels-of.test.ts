// SPDX-License-Identifier: Apache-2.0
import { labelsOf } from './labels-of.ts';

const known = new Map([
  ['a', ['node', 'pod', 'le']],
  ['b', ['node', 'rack']],
  ['c', ['node', 'rack']],
]);
const read = (expression: string) => {
  const labels = labelsOf(expression, known);
  return labels === undefined ? 'none' : [...labels].join(' ');
};

test.each([
  ['time() - 3', 'none'],
  ['vector(0)', ''],
  ['a{node="x"}[5m:1m] offset 2m', 'node pod le'],
  ['sum(a)', ''],
  ['max by (pod) (rate(a{node=~"$host"}[5m])) > 3', 'pod'],
  ['histogram_quantile(0.9, sum by (le, pod) (a))', 'pod'],
  ['label_replace(max by (pod) (a), "name", "$1", "pod", "(.+)")', 'pod name'],
  ['label_replace(max by (pod) (a), "name", "x", "", "")', 'pod name'],
  ['max by (node, pod) (a) or max by (node) (b)', 'node'],
  ['a and on (node) b', 'node pod le'],
  ['b / c', 'node rack'],
  ['time() - max by (node) (b)', 'node'],
  ['max by (node) (a) > on (node) max by (node, rack) (b)', 'node'],
  ['max by (node) (a) > on (node) group_left (rack) b', 'node rack'],
])('of %s every series has the labels: %s', (expression, labels) => {
  expect(read(expression)).toBe(labels);
});

test.each([
  ['d', 'no labels are known of d'],
  ['a{rack="x"}', 'no label rack: a'],
  ['max by (rack) (a)', 'no label rack: max by (rack) (a)'],
  ['histogram_quantile(0.9, b)', 'no label le: histogram_quantile(0.9, b)'],
  ['label_replace(b, "x", "$1", "pod", "(.+)")', 'no label pod: label_replace(b, "x"'],
  ['a unless on (rack) b', 'no label rack: a unless on (rack) b'],
  ['b > on (node) group_left (pod) c', 'no label pod: b > on (node) group_left (pod) c'],
  ['a / b', 'only one side has pod, le, rack: a / b'],
  ['sum without (node) (a)', 'cannot read: without (node)'],
  ['-a', 'cannot read UnaryExpr in: -a'],
  ['pi()', 'cannot read pi in: pi()'],
])('%s is refused: %s', (expression, message) => {
  expect(() => read(expression)).toThrow(message);
});
