// SPDX-License-Identifier: Apache-2.0
import { labelKeys } from '@strata/contracts';
import { clusterLabel } from './index.ts';

test('knows objects of user clusters by the label that the programs write', () => {
  expect(clusterLabel).toBe(labelKeys.clusterName);
});
