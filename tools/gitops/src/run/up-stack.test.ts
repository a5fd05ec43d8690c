// SPDX-License-Identifier: Apache-2.0
import { destroyOf } from './up-stack.ts';

test('a platform is destroyed by its program, because a hook of that judges the destroy', () => {
  expect(destroyOf('kubevirt-stack')).toEqual({
    makesStack: false,
    preview: ['destroy', '--preview-only', '--run-program'],
    args: ['destroy', '--yes', '--skip-preview', '--run-program'],
  });
});

test.each(['infra', 'addons', 'user-cluster'] as const)(
  'a stack of %s is destroyed from its state alone',
  (program) => {
    expect(destroyOf(program)).toEqual({
      makesStack: false,
      preview: ['destroy', '--preview-only'],
      args: ['destroy', '--yes', '--skip-preview'],
    });
  },
);
