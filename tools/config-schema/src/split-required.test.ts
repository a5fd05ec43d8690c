// SPDX-License-Identifier: Apache-2.0
import type { z } from 'zod';
import { splitRequired } from './split-required.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

const name: JsonSchema = { type: 'string' };
const list: JsonSchema = {
  type: 'array',
  items: { type: 'object', properties: { name }, required: ['name'] },
};

test('takes required keys out of mappings, and leaves those of entries of lists', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      disk: { type: 'object', properties: { name }, required: ['name'] },
      cni: { type: 'object', properties: { name } },
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
