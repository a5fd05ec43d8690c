// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';

/**
 * Refuses to sign with a key that a lost state has taken its private half with.
 *
 * @see {@link file://../lost-state/match-keys.ts}
 */
export function wholeKey(name: string, privateKeyPem: string): string {
  if (privateKeyPem !== '') return privateKeyPem;
  throw new pulumi.RunError(
    `the key "${name}" cannot sign: its private half was lost with the state of the stack. docs/runbooks/restore-state.md#a-rotation-that-had-begun says how its rotation goes on`,
  );
}
