// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, objectName, oneOf, wholeNumber } from './field.ts';
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
