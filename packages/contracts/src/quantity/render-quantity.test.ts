// SPDX-License-Identifier: Apache-2.0
import { count, mebibytes, thousandths } from './render-quantity.ts';

test.each([
  [0, '0'],
  [12, '12'],
  [1000, '1k'],
  [1001, '1001'],
  [2_000_000, '2M'],
])('renders %d pieces as %s', (value, expected) => {
  expect(count(value)).toBe(expected);
});

test.each([
  [500, '500m'],
  [1000, '1'],
  [1500, '1500m'],
  [1_000_000, '1k'],
])('renders %d thousandths as %s', (value, expected) => {
  expect(thousandths(value)).toBe(expected);
});

test.each([
  [0, '0'],
  [1000, '1000Mi'],
  [1024, '1Gi'],
  [1536, '1536Mi'],
  [1_048_576, '1Ti'],
])('renders %d MiB as %s', (value, expected) => {
  expect(mebibytes(value)).toBe(expected);
});
