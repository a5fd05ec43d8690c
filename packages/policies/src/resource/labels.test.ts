// SPDX-License-Identifier: Apache-2.0
import { labelKeys } from '@strata/contracts';
import { clusterLabel } from './index.ts';

test('the label of user clusters is the one that the programs write', () => {
  expect(clusterLabel).toBe(labelKeys.clusterName);
});
