// SPDX-License-Identifier: Apache-2.0
import { protection } from './index.ts';
import { testConfig } from '../test-context.ts';

test('a cluster is protected, and its data stays, unless told otherwise', () => {
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
