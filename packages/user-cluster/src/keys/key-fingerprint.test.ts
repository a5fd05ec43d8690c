// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { recordProgram, valueOf } from '@strata/testing';
import { fingerprintOf, keyFingerprint } from './key-fingerprint.ts';

// VMs have them in an annotation: another fingerprint of the same key would count as another key.
test('the fingerprint of a key stays the same in all versions of Strata', () => {
  expect(fingerprintOf('secret')).toBe(
    'sha256:9aa96dd96045a5577eafd8cdffed714490e0be9aba020d2570260272f8d702b5',
  );
  expect(fingerprintOf('')).not.toBe(fingerprintOf('secret'));
});

test('the fingerprint of a secret key is no secret', async () => {
  const { result } = await recordProgram(() => keyFingerprint(pulumi.secret('secret')));
  expect(await pulumi.isSecret(result)).toBe(false);
  expect(await valueOf(result)).toBe(fingerprintOf('secret'));
});
