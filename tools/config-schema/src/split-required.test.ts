// SPDX-License-Identifier: Apache-2.0
import { splitRequired } from './split-required.ts';

const name = { type: 'string' } as const;
const list = {
  type: 'array',
  items: { type: 'object', properties: { name }, required: ['name'] },
} as const;

test('takes required keys out of mappings, and leaves those of entries of lists', () => {
  const schema = {
    type: 'object' as const,
    properties: {
      disk: { type: 'object' as const, properties: { name }, required: ['name'] },
      cni: { type: 'object' as const, properties: { name } },
      pools: list,
    },
    required: ['disk', 'pools'],
  };
  expect(splitRequired(schema)).toEqual({
    shapes: {
      type: 'object',
      properties: {
        disk: { type: 'object', properties: { name } },
        cni: { type: 'object', properties: { name } },
        pools: list,
      },
    },
    required: { required: ['disk', 'pools'], properties: { disk: { required: ['name'] } } },
  });
});

test('a schema in which nothing must be there has nothing to take out', () => {
  expect(splitRequired({ type: 'object', properties: { name }, required: [] })).toEqual({
    shapes: { type: 'object', properties: { name } },
  });
});
