// SPDX-License-Identifier: Apache-2.0
import { clusterLabel } from './index.ts';

test('knows objects of user clusters by the label that the programs write', async () => {
  const { labelKeys } = await import('@strata/contracts');
  expect(clusterLabel).toBe(labelKeys.clusterName);
});
