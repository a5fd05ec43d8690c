// SPDX-License-Identifier: Apache-2.0
import { isPulumiTime, pulumiNumber } from './pulumi-scalar.ts';

// As gopkg.in/yaml.v3 decodes them.
test.each<[string, number | undefined]>([
  ['100', 100],
  ['0100', 64],
  ['-010', -8],
  ['08', 8],
  ['0', 0],
  ['1_000', 1000],
  ['0b11', 3],
  ['0x10', 16],
  ['-0o17', -15],
  ['1e3', 1000],
  ['012.5', 12.5],
  ['.5', 0.5],
  ['1.35.4', undefined],
  ['10.0.0.0/8', undefined],
  ['_1', undefined],
  ['02:00:00:00:00:01', undefined],
  ['a', undefined],
  ['-', undefined],
  ['', undefined],
])('%s is the number %s', (source, number) => {
  expect(pulumiNumber(source)).toBe(number);
});

test.each([
  ['2027-01-31', true],
  ['2027-1-3', true],
  ['2024-01-01T00:00:00Z', true],
  ['2024-01-01 10:00:00', true],
  ['2024-01', false],
  ['20240-01-01', false],
  ['2024-01-01-a', false],
])('%s is a time: %s', (source, expected) => {
  expect(isPulumiTime(source)).toBe(expected);
});
