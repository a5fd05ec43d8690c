// SPDX-License-Identifier: Apache-2.0
import { edited } from './edits.ts';

const config = { name: 'a', pools: [{ size: 1 }, { size: 2 }] };

test('puts, removes and copies values, and does not change the given configuration', () => {
  const result = edited(config, [
    { change: 'set', path: ['pools', 0, 'size'], value: 3 },
    { change: 'copy', from: ['pools', 0], path: ['pools', 2] },
    { change: 'remove', path: ['pools', 1] },
    { change: 'remove', path: ['name'] },
  ]);
  expect(result).toEqual({ pools: [{ size: 3 }, { size: 3 }] });
  expect(config).toEqual({ name: 'a', pools: [{ size: 1 }, { size: 2 }] });
});

test('sets an inherited key such as __proto__ as an own property', () => {
  const result = edited(config, [{ change: 'set', path: ['__proto__'], value: 'x' }]);
  expect(Object.keys(result)).toEqual(['name', 'pools', '__proto__']);
});

test('ignores an edit whose place is gone', () => {
  const gone = [
    { change: 'remove', path: ['pools'] },
    { change: 'set', path: ['pools', 0, 'size'], value: 3 },
    { change: 'copy', from: ['pools', 1], path: ['other'] },
  ] as const;
  expect(edited(config, gone)).toEqual({ name: 'a' });
});
