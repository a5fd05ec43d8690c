// SPDX-License-Identifier: Apache-2.0
import { parseAllDocuments } from 'yaml';
import { toJson, toYaml } from './serialize.ts';

/** Strings that YAML 1.1 or YAML 1.2 reads as another type. */
const strings = ['yes', 'on', 'n', '0644', '0o644', '1e3', '12:30', '2024-01-31', 'null', '~', ''];
const shared = { labels: { a: 'b' } };
const objects = [
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a' },
    data: {
      strings,
      long: 'word '.repeat(50),
      block: 'line\n  indented\n\ttab\n\nlast\n\n',
      first: shared,
      second: shared,
      numbers: [1, 1.5, -0.1, 1e21],
    },
  },
  { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'b' }, data: { none: null, yes: true } },
];

test.each(['1.1', '1.2'] as const)('the YAML means the same to a YAML %s reader', (version) => {
  const documents = parseAllDocuments(toYaml(objects), { version });
  expect(documents.map((document) => document.toJS() as unknown)).toEqual(objects);
});

test('the YAML has no anchors and folds no lines', () => {
  expect(toYaml(objects)).not.toMatch(/[&*]a1/);
  expect(toYaml(objects)).toContain(`long: "${'word '.repeat(50)}"\n`);
});

test('the JSON is a List with one object a line', () => {
  const small = objects.map(({ apiVersion, kind, metadata }) => ({ apiVersion, kind, metadata }));
  expect(toJson(small)).toBe(
    '{"apiVersion":"v1","kind":"List","items":[\n' +
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}},\n' +
      '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"b"}}\n]}\n',
  );
});
