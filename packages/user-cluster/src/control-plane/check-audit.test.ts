// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../test-context.ts';
import { checkAudit } from './index.ts';

test('accepts logs that leave room on the root disk', () => {
  expect(checkAudit(testContext())).toEqual([]);
  expect(checkAudit({ ...testContext(), config: {} })).toEqual([]);
  expect(checkAudit(testContext({ audit: { log: { maxBackups: 49 } } }))).toEqual([]);
});

// Proves: clusters.audit
test('refuses logs that could take more than a quarter of the root disk', () => {
  expect(checkAudit(testContext({ audit: { log: { maxBackups: 52 } } }))).toEqual([
    {
      path: ['audit', 'log'],
      message:
        '53 files of 100 MiB are more than a quarter of the root disk of 20 GiB; take fewer or smaller ones, or a larger controlPlane.rootDisk.sizeGiB',
    },
  ]);
});
