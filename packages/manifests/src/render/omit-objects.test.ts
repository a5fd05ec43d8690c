// SPDX-License-Identifier: Apache-2.0
import { omitObjects } from './omit-objects.ts';

const object = (kind: string, name: string) => ({ apiVersion: 'v1', kind, metadata: { name } });
const objects = [object('Secret', 'a'), object('Secret', 'b'), object('ConfigMap', 'a')];

test('leaves out an object by kind and name', () => {
  expect(omitObjects(objects, [{ kind: 'Secret', name: 'a' }])).toEqual([objects[1], objects[2]]);
});

test('refuses to leave out an object that does not exist', () => {
  expect(() => omitObjects(objects, [{ kind: 'ConfigMap', name: 'b' }])).toThrow(
    'there is no ConfigMap b to leave out',
  );
});
