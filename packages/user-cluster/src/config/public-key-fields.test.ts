// SPDX-License-Identifier: Apache-2.0
import { isPublicKey } from './public-key-fields.ts';

test.each([
  ['ssh-ed25519 AAAA ann', true],
  ['ssh-ed25519 AAAA', true],
  ['ssh-ed25519', false],
  ['ssh-dss AAAA', false],
])('%j is a public key: %s', (text, expected) => {
  expect(isPublicKey(text)).toBe(expected);
});
