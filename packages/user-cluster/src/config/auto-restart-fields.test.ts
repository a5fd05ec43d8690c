// SPDX-License-Identifier: Apache-2.0
import { autoRestart } from './auto-restart-fields.ts';

// Proves: machines.auto-restart
test('nobody restarts the machines of a pool that does not say so', () => {
  expect(autoRestart.parse(undefined)).toBeUndefined();
});

// Proves: machines.auto-restart
test('a machine has an hour for its first boot, unless its pool says something else', () => {
  expect(autoRestart.parse({ unreachableSeconds: 600 })).toEqual({
    unreachableSeconds: 600,
    bootSeconds: 3600,
  });
});

test.each([
  [true],
  [{}],
  [{ unreachableSeconds: 59 }],
  [{ unreachableSeconds: 600, bootSeconds: 59 }],
  [{ unreachableSeconds: 600, after: 1 }],
])('%j is refused', (value) => {
  expect(autoRestart.safeParse(value).success).toBe(false);
});
