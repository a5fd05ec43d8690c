// SPDX-License-Identifier: Apache-2.0
import { protection } from './index.ts';
import { testConfig } from '../test-context.ts';

test('protects a cluster and retains its data by default', () => {
  expect(protection(testConfig())).toEqual({
    cluster: { protect: true },
    data: { protect: true, retainOnDelete: true },
  });
});

test.each([
  ['retain', true],
  ['delete', false],
])('without protection and with volumes: %s', (volumes, retainOnDelete) => {
  const { data } = protection(testConfig({ deletion: { protect: false, volumes } }));
  expect(data).toEqual({ protect: false, retainOnDelete });
});
