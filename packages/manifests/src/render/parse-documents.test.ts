// SPDX-License-Identifier: Apache-2.0
import { parseDocuments } from './parse-documents.ts';

const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n';

test('reads documents and skips empty ones', () => {
  const objects = parseDocuments(`---\n---\n# only a comment\n---\n${head}---\n${head}`, 'x');
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
  expect(objects).toEqual([object, object]);
});

test('reads scalars as Kubernetes does', () => {
  const spec = 'spec: { mode: 0644, on: yes, day: 2024-01-31, clock: 12:30, text: "yes" }';
  expect(parseDocuments(head + spec, 'x')[0]?.spec).toEqual({
    mode: 420,
    true: true,
    day: '2024-01-31',
    clock: '12:30',
    text: 'yes',
  });
});

test('lists everything that is wrong with a stream', () => {
  const text = `${head}a: 1\na: 2\n---\nkind: List\nitems: []\n---\n${head}size: 9007199254740993\n`;
  expect(() => parseDocuments(text, 'bundle.yaml')).toThrow(
    [
      'bundle.yaml cannot be read as Kubernetes objects:',
      '  Map keys must be unique at line 5, column 1:',
      '  document 2: apiVersion: Invalid input: expected string, received undefined',
      '  document 2: metadata: Invalid input: expected object, received undefined',
      '  document 3.size does not fit a JavaScript number',
    ].join('\n'),
  );
});
