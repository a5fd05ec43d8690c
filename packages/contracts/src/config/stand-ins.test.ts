// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, objectName, oneOf, wholeNumber } from './field.ts';
import { addonsConfig, infraConfig, kubevirtStackConfig, userClusterConfig } from './index.ts';
import { unwrapped } from './schema-walk.ts';
import { standIns } from './stand-ins.ts';

test.each<[string, z.ZodType, readonly unknown[]]>([
  ['a name', objectName(), ['stand-in-a', 'stand-in-b']],
  ['a number', wholeNumber(3), [3, 4]],
  ['one of three words', oneOf(['a', 'b', 'c']), ['a', 'b']],
  ['what need not be there', oneOf(['a', 'b']).optional(), [undefined, 'a', 'b']],
  ['what has a default', field(z.boolean(), 'yes').default(true), [undefined, false, true]],
  ['a list', z.array(wholeNumber(1)), [[], [1]]],
  ['a list that is never empty', z.array(wholeNumber(1)).min(1), [[1], [2]]],
  [
    'a mapping',
    z.strictObject({ name: objectName(), size: wholeNumber(1).optional() }),
    [{ name: 'stand-in-a' }, { name: 'stand-in-b' }],
  ],
  [
    'a mapping that asks for one of two keys',
    z
      .strictObject({ a: wholeNumber(1).optional(), b: wholeNumber(1).optional() })
      .refine(({ a, b }) => a !== undefined || b !== undefined),
    [{ a: 1 }, { b: 1 }],
  ],
  ['a text that nobody has an example of', z.string().regex(/^nowhere$/), []],
])('knows values for %s', (_, schema, expected) => {
  expect(standIns(schema)).toEqual(expected);
});

/** Returns the parts of a schema with fewer than two stand-ins or, for mappings, none. */
function unknown(schema: z.ZodType, path: string): string[] {
  const inner = unwrapped(schema);
  const below = (child: unknown, key: string) => unknown(child as z.ZodType, `${path}${key}`);
  if (inner instanceof z.ZodArray) return below(inner.element, '[]');
  if (inner instanceof z.ZodRecord) return below(inner.valueType, '{}');
  const known = standIns(schema).length;
  if (!(inner instanceof z.ZodObject)) return known < 2 ? [path] : [];
  const keys = Object.entries(inner.shape).flatMap(([key, child]) => below(child, `.${key}`));
  return known === 0 ? [path, ...keys] : keys;
}

test('every field of every program has stand-ins, so that a wrong value hides no other problems', () => {
  const schemas = { addonsConfig, infraConfig, kubevirtStackConfig, userClusterConfig };
  const all = Object.entries(schemas).flatMap(([name, schema]) =>
    Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, inner]) =>
      unknown(inner, `${name}.${key}`),
    ),
  );
  expect(all).toEqual([]);
});
