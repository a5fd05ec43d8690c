// SPDX-License-Identifier: Apache-2.0
import { checkCustomResource } from './custom-resource.ts';

const text = { type: 'string' };
const spec = {
  type: 'object',
  required: ['vendor'],
  properties: {
    vendor: { ...text, pattern: '^[0-9a-f]+$' },
    policy: { ...text, enum: ['Live', 'Stage'] },
    count: { type: 'integer', minimum: 1, maximum: 3 },
    share: { type: 'number' },
    port: { 'x-kubernetes-int-or-string': true },
    gates: { type: 'array', items: text },
    labels: { type: 'object', additionalProperties: text },
    template: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    open: {
      type: 'object',
      properties: { known: text },
      'x-kubernetes-preserve-unknown-fields': true,
    },
  },
};
const metadata = { type: 'object' };
const definitions = new Map([
  [
    'example.org/v1/Machine',
    { type: 'object', required: ['spec', 'metadata'], properties: { metadata, spec } },
  ],
]);

const machine = { apiVersion: 'example.org/v1', kind: 'Machine', metadata: { name: 'one' } };
const check = (own: object) => checkCustomResource(definitions, { ...machine, ...own });

test('finds nothing in what the definition has', () => {
  const right = {
    vendor: '0a',
    policy: 'Live',
    count: 2,
    share: 1.5,
    port: 'http',
    gates: ['A'],
    labels: { a: 'b' },
    template: { anything: [1] },
    open: { known: 'x', other: 1 },
  };
  expect(check({ spec: right })).toEqual([]);
  expect(check({ spec: { vendor: '1', port: 80, share: 2 } })).toEqual([]);
});

test('finds unknown and missing fields, wrong types and values, each with its path', () => {
  const wrong = {
    policy: 'Lively',
    count: 4,
    share: 'half',
    port: 1.5,
    gates: 'A',
    extra: 1,
    labels: { a: 1 },
    template: 'none',
    open: { known: true },
  };
  expect(check({ spec: wrong, other: {} })).toEqual([
    '.spec.vendor is missing',
    '.spec.policy is not in the enum',
    '.spec.count is out of range',
    '.spec.share is no number but string',
    '.spec.port is no int or string but number',
    '.spec.gates is no array but string',
    '.spec.extra is not in the schema',
    '.spec.labels.a is no string but integer',
    '.spec.open.known is no string but boolean',
    '.other is not in the schema',
  ]);
  expect(check({ spec: { vendor: 'X', gates: [1, {}], labels: [] } })).toEqual([
    '.spec.vendor does not match the pattern',
    '.spec.gates[0] is no string but integer',
    '.spec.gates[1] is no string but object',
    '.spec.labels is no object but array',
  ]);
  expect(check({})).toEqual(['.spec is missing']);
});

test('finds kinds that nobody defines', () => {
  const object = { apiVersion: 'example.org/v2', kind: 'Machine' };
  expect(checkCustomResource(definitions, object)).toEqual([
    'example.org/v2/Machine is not defined',
  ]);
});
