// SPDX-License-Identifier: Apache-2.0
import { checkCdiFeatureGates, cdiFeatureGates } from './cdi-feature-gates.ts';

test.each(['1.64.0', '1.65.0'])('CDI %s knows every gate of the table', (version) => {
  expect(checkCdiFeatureGates(Object.keys(cdiFeatureGates), version)).toEqual([]);
});

test('a gate is known to the releases that have it, and releases that are not in the table are not checked', () => {
  const explained = { neededBy: 'a feature', source: 'a page' };
  const table = {
    Old: { states: ['opt-in', 'absent'], ...explained },
    New: { states: ['absent', 'opt-in'], ...explained },
  } as const;
  const problems = (version: string) =>
    checkCdiFeatureGates(['Old', 'New'], version, table).map(({ path, message }) => [
      path.join('.'),
      message,
    ]);
  expect(problems('1.64.0')).toEqual([
    ['cdi.featureGates.1', 'CDI 1.64 has no feature gate "New"; known: Old'],
  ]);
  expect(problems('1.65.0')).toEqual([
    ['cdi.featureGates.0', 'CDI 1.65 has no feature gate "Old"; known: New'],
  ]);
  expect(problems('1.63.0')).toEqual([]);
});
