// SPDX-License-Identifier: Apache-2.0
import type { RecordedResource } from '@strata/testing';
import { rawConfigOf } from '../generate/generated-stacks.ts';
import type { GeneratedStack } from '../generate/generated-stacks.ts';
import { canary } from '../generate/secret-texts.ts';
import { objections } from './objections.ts';
import type { Outcome } from './outcome.ts';

const generated: GeneratedStack = {
  shipped: { project: 'addons', stack: 'lab', config: { operators: [], sriov: { policies: [] } } },
  edits: [
    { change: 'set', path: ['operators', 0], value: 'gpu' },
    { change: 'set', path: ['sriov', 'policies'], value: 7 },
  ],
};

const raw = rawConfigOf(generated);
const judge = (outcome: Outcome) => objections(generated, raw, outcome);

const operator =
  '  config.addons:operators[0]: expected one of "node-feature-discovery", ' +
  '"sriov-network-operator", "gpu-operator", "descheduler", "whereabouts", got "gpu"';
const policies = '  config.addons:sriov.policies: expected a list of policies, got 7';

const refused = (...lines: readonly string[]) =>
  judge({
    end: 'refused',
    logged: [],
    message: ['stacks/addons/Pulumi.lab.yaml has 2 problems:', ...lines].join('\n'),
  });

test('accepts a refusal that lists all problems', () => {
  expect(refused(operator, policies)).toEqual([]);
});

test.each([
  ['a problem is left out', [operator, operator], [`a problem is not in the list: ${policies}`]],
  [
    'it counts wrong',
    [operator, policies, policies],
    [expect.stringMatching(/^the title does not/)],
  ],
  [
    'a line has no path',
    [`${operator}\nelsewhere`, policies],
    [expect.stringMatching(/^the title does not/), 'a line without a path: elsewhere'],
  ],
  [
    'a secret is in it',
    [operator, policies.concat(canary)],
    ['a secret in the message', `a problem is not in the list: ${policies}`],
  ],
  [
    'a stack is in it',
    [operator, `${policies} at file:///a.ts`],
    [`a problem is not in the list: ${policies}`, 'words from inside of the program'],
  ],
  [
    'it moves the cursor',
    [operator, policies, '  config.addons:x: \u001b[2J'],
    [expect.stringMatching(/^the title does not/), 'characters that cannot be seen'],
  ],
])('a refusal is wrong if %s', (_, lines, found) => {
  expect(refused(...lines)).toEqual(found);
});

test('objects to a crash, and to secrets in logs and outputs', () => {
  const error = new TypeError('x is not a function');
  error.stack = 'TypeError: x is not a function\n    at somewhere';
  expect(judge({ end: 'crashed', logged: [canary], error })).toEqual([
    'a secret in a log message',
    'a crash: TypeError: x is not a function\n    at somewhere',
  ]);
  expect(judge({ end: 'rendered', logged: [], resources: [], outputs: { a: [canary] } })).toEqual([
    'a secret in an open output',
  ]);
});

const resource = (inputs: object, secretInputs: readonly string[] = []): RecordedResource => ({
  type: 'kubernetes:core/v1:Secret',
  name: 'one',
  custom: true,
  parent: undefined,
  inputs: { ...inputs },
  secretInputs,
  dependsOn: [],
  protect: false,
});

const rendered = (one: RecordedResource) =>
  judge({ end: 'rendered', logged: [], resources: [one], outputs: {} });

test('objects to a secret in a resource unless its input is secret', () => {
  const data = { key: Buffer.from(`a ${canary} b`).toString('base64') };
  expect(rendered(resource({ data }, ['data']))).toEqual([]);
  expect(rendered(resource({ data }))).toEqual([
    'kubernetes:core/v1:Secret one: a secret in the open input "data"',
  ]);
});

test('objects to names and labels that no API server accepts', () => {
  const metadata = {
    name: 'Upper',
    namespace: 'a.b',
    labels: { 'a/b/c': 'x', right: 'not right' },
    annotations: { 'example.com/fine': 'any text', count: 5 },
  };
  expect(rendered(resource({ metadata }))).toEqual(
    [
      'the name "Upper" is none',
      'the namespace "a.b" is none',
      'the label a/b/c: x is none',
      'the label right: not right is none',
      'the annotation count: 5 is none',
    ].map((what) => `kubernetes:core/v1:Secret one: ${what}`),
  );
});
