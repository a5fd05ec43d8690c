// SPDX-License-Identifier: Apache-2.0
import { omitObjects } from './omit-objects.ts';

const object = (kind: string, name: string) => ({ apiVersion: 'v1', kind, metadata: { name } });
const objects = [object('Secret', 'a'), object('Secret', 'b'), object('ConfigMap', 'a')];

test('an object is left out by kind and name', () => {
  expect(omitObjects(objects, [{ kind: 'Secret', name: 'a' }])).toEqual([objects[1], objects[2]]);
});

test('an object that is not there cannot be left out', () => {
  expect(() => omitObjects(objects, [{ kind: 'ConfigMap', name: 'b' }])).toThrow(
    'there is no ConfigMap b to leave out',
  );
});
