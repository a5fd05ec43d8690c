// SPDX-License-Identifier: Apache-2.0
import { schemaWithoutDescriptions } from './schema-without-descriptions.ts';

test('removes the descriptions of a schema at every depth', () => {
  expect(
    schemaWithoutDescriptions({
      description: 'outer',
      type: 'object',
      properties: {
        list: { description: 'a list', type: 'array', items: { description: 'an item' } },
        map: { additionalProperties: { description: 'a value', type: 'string' } },
        choice: { anyOf: [{ description: 'one' }, { type: 'integer' }], not: { description: 'x' } },
      },
    }),
  ).toEqual({
    type: 'object',
    properties: {
      list: { type: 'array', items: {} },
      map: { additionalProperties: { type: 'string' } },
      choice: { anyOf: [{}, { type: 'integer' }], not: {} },
    },
  });
});

test('keeps fields named description, and descriptions inside of data', () => {
  const schema = {
    properties: {
      description: { type: 'string', default: 'none' },
      properties: { type: 'object', default: { description: 'data' } },
    },
    additionalProperties: false,
    enum: [{ description: 'data' }],
    'x-kubernetes-validations': [{ rule: 'self.a', message: 'a is needed' }],
  };
  expect(schemaWithoutDescriptions(schema)).toEqual(schema);
});
