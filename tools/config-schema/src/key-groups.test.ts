// SPDX-License-Identifier: Apache-2.0
import type { z } from 'zod';
import { fileKinds } from './file-kinds.ts';
import { exampleValue } from './group-example.ts';
import { places } from './group-examples.ts';
import { isGroup, layers } from './group-places.ts';
import { keyGroups } from './key-groups.ts';

test('every exported group of keys has an example in its docstring', () => {
  expect(keyGroups.length).toBeGreaterThan(60);
  const without = keyGroups.filter(({ example }) => example === undefined).map(({ id }) => id);
  expect(without).toEqual([]);
});

test.each(keyGroups)('$id: its schema accepts its example', ({ example = '', schema }) => {
  const result = schema.safeParse(exampleValue(example, places.get(schema) ?? []).read);
  expect(result.error?.issues ?? []).toEqual([]);
});

test('every key of a program that has a mapping or a list of mappings is such a group', () => {
  const groups = new Set(keyGroups.map(({ schema }) => schema));
  const isExported = (schema: z.ZodType) => layers(schema).some((layer) => groups.has(layer));
  const inline = fileKinds
    .filter(({ isStack }) => isStack)
    .flatMap(({ folder, schema }) =>
      Object.entries(schema.shape as Record<string, z.ZodType>)
        .filter(([, value]) => isGroup(value) && !isExported(value))
        .map(([key]) => `${folder}:${key}`),
    );
  expect(inline).toEqual([]);
});

test('an example has the key of its group, and nothing else', () => {
  const at = [{ key: 'pools', isEntry: false }];
  expect(exampleValue('pools:\n  - name: a', at).written).toEqual([{ name: 'a' }]);
  const problem = (example: string) =>
    `an example is one mapping with the key "pools", not:\n${example}`;
  for (const example of ['pool:\n  - name: a', 'pools: []\nquota: {}', '- pools', '']) {
    expect(() => exampleValue(example, at)).toThrow(new Error(problem(example)));
  }
});

test('an encrypted value is a text to a program, and the first entry is that of a list', () => {
  const value = exampleValue('peers:\n  - password:\n      secure: v1:...', [
    { key: 'peers', isEntry: true },
  ]);
  expect(value).toEqual({
    written: { password: { secure: 'v1:...' } },
    read: { password: 'what was encrypted, as a text' },
  });
});
