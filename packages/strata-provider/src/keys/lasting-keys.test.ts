// SPDX-License-Identifier: Apache-2.0
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { resourceTypes } from '../resource-types.ts';
import { marked, ResourceLife } from '../testing/index.ts';

test('a signing key is a matching ECDSA P-256 key pair, and its private key is a secret', async () => {
  const resource = new ResourceLife(resourceTypes.signingKey);
  const { outputs } = await resource.create({});
  const key = createPrivateKey(outputs.privateKeyPem as string);
  expect(key.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
  expect(createPublicKey(key).equals(createPublicKey(outputs.publicKeyPem as string))).toBe(true);
  expect(resource.state.outputs.privateKeyPem).toEqual(marked(outputs.privateKeyPem));
});

test('a signing key never changes', async () => {
  const resource = new ResourceLife(resourceTypes.signingKey);
  const first = await resource.create({});
  await resource.passDays(10_000);
  expect(resource.changes({})).toEqual([]);
  expect((await resource.update({})).outputs).toEqual(first.outputs);
});

// Proves: keys.encrypted-secrets
test('a random key has 32 bytes, is a secret, and is replaced when its size changes', async () => {
  const resource = new ResourceLife(resourceTypes.randomKey);
  const { outputs } = await resource.create({});
  expect(Buffer.from(outputs.base64 as string, 'base64')).toHaveLength(32);
  expect(resource.state.outputs.base64).toEqual(marked(outputs.base64));
  await resource.passDays(10_000);
  expect(resource.changes({})).toEqual([]);
  expect(resource.changes({ bytes: 16 })).toEqual(['bytes*']);
  expect(resource.problems({ bytes: 8 })).toEqual([
    { property: 'bytes', reason: 'must be a whole number of bytes between 16 and 512' },
  ]);
});
