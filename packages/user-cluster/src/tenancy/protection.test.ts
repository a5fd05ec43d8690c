// SPDX-License-Identifier: Apache-2.0
import { protection } from './index.ts';
import { testConfig } from '../test-context.ts';

test('a cluster is protected, and its data stays, unless told otherwise', () => {
  const everything = { protect: true, retainOnDelete: true };
  expect(protection(testConfig())).toEqual({
    cluster: { protect: true },
    data: everything,
    namespace: everything,
  });
});

test.each([
  ['retain', true],
  ['delete', false],
])('without protection and with volumes: %s', (volumes, retainOnDelete) => {
  const { data, namespace } = protection(testConfig({ deletion: { protect: false, volumes } }));
  expect(data).toEqual({ protect: false, retainOnDelete });
  expect(namespace).toEqual({ protect: false, retainOnDelete });
});
