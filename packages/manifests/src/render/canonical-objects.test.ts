// SPDX-License-Identifier: Apache-2.0
import { canonicalObjects } from './canonical-objects.ts';

const object = (kind: string, name: string, namespace?: string) => ({
  apiVersion: 'v1',
  kind,
  metadata: namespace === undefined ? { name } : { name, namespace },
});

test('Namespaces come first, then CRDs, then the rest by kind, namespace and name', () => {
  const sorted = [
    object('Namespace', 'a'),
    object('Namespace', 'b'),
    object('CustomResourceDefinition', 'x'),
    object('ClusterRole', 'z'),
    object('Secret', 'B', 'a'),
    object('Secret', 'a', 'a'),
    object('Secret', 'ä', 'a'),
    object('Secret', 'a', 'b'),
  ];
  expect(canonicalObjects([...sorted].reverse())).toEqual(sorted);
});

test('the output does not depend on the order of the input', () => {
  const one = { ...object('Secret', 'a'), b: { d: 1, c: 2 }, a: [{ y: 1, x: 2 }] };
  const other = { a: [{ x: 2, y: 1 }], b: { c: 2, d: 1 }, ...object('Secret', 'a') };
  const text = JSON.stringify(canonicalObjects([other]));
  expect(JSON.stringify(canonicalObjects([one]))).toBe(text);
  expect(text).toBe(
    '[{"a":[{"x":2,"y":1}],"apiVersion":"v1","b":{"c":2,"d":1},"kind":"Secret","metadata":{"name":"a"}}]',
  );
});

test('drops status and empty timestamps, and keeps a schema that describes them', () => {
  const schema = { properties: { status: { type: 'object' }, creationTimestamp: {} } };
  const [result] = canonicalObjects([
    {
      ...object('CustomResourceDefinition', 'x'),
      metadata: { name: 'x', creationTimestamp: null },
      spec: { schema, template: { metadata: { creationTimestamp: null } } },
      status: { conditions: [] },
    },
  ]);
  expect(result).toEqual({
    ...object('CustomResourceDefinition', 'x'),
    spec: { schema, template: { metadata: {} } },
  });
});

test('refuses an object that is defined twice', () => {
  const twice = object('Secret', 'a', 'b');
  expect(() => canonicalObjects([twice, object('Secret', 'a', 'c'), twice])).toThrow(
    'defined twice: Secret b/a',
  );
});
