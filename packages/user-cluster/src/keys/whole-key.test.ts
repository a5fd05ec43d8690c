// SPDX-License-Identifier: Apache-2.0
import { wholeKey } from './whole-key.ts';

// Proves: backups.lost-state
test('a key whose private half was lost with the state signs nothing', () => {
  expect(wholeKey('service-account', 'pem')).toBe('pem');
  expect(() => wholeKey('service-account-2', '')).toThrow(
    'the key "service-account-2" cannot sign: its private half was lost with the state of the stack. docs/runbooks/restore-state.md#a-rotation-that-had-begun says how its rotation goes on',
  );
});
