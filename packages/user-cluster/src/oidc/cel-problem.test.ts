// SPDX-License-Identifier: Apache-2.0
import { celFunctions } from './cel-functions.ts';
import { celProblem } from './cel-problem.ts';
import { celExamples, wrongCel } from './testing/cel-examples.ts';

// That the API server takes them, and refuses those below: real-oidc.test.ts.
test.each(celExamples.map((expression) => [expression]))('takes %s', (expression) => {
  expect(celProblem(expression, 'true or false')).toBeUndefined();
});

test('the examples have every function that is known', () => {
  const all = celExamples.join('\n');
  expect(celFunctions.filter((name) => !new RegExp(`\\b${name}\\(`).test(all))).toEqual([]);
});

// Proves: access.oidc
test.each(wrongCel.map(({ expression, problem }) => [expression, problem]))(
  'refuses %s',
  (expression, problem) => {
    expect(celProblem(expression, 'true or false')).toBe(problem);
  },
);

test('a name may be of any type, for only the token says which', () => {
  expect(celProblem('claims.sub', 'anything')).toBeUndefined();
  expect(celProblem('"sso:" + claims.sub', 'anything')).toBeUndefined();
  expect(celProblem('claims.?groups.orValue([])', 'anything')).toBeUndefined();
});

test('what is asked of no claim is not judged', () => {
  expect(celProblem('{"a": ["b"]}.a.all(x, x == "b")', 'true or false')).toBeUndefined();
  expect(celProblem('[{"a": [1]}].all(x, x.a.all(y, y == 1))', 'true or false')).toBeUndefined();
  expect(celProblem('"claims".a.all(x, x == "b")', 'true or false')).toBeUndefined();
  expect(celProblem('lists == 1 && optional == 1', 'true or false')).toBeUndefined();
});
