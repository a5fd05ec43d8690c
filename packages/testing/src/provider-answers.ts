// SPDX-License-Identifier: Apache-2.0
import { generateKeyPairSync } from 'node:crypto';

const { privateKey, publicKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

/**
 * Example outputs of the provider plugin `strata`, by resource type, so that a whole cluster can be
 * recorded.
 */
export const providerAnswers: Readonly<Record<string, Record<string, unknown>>> = {
  'strata:keys:Authority': {
    certificatePem: 'CERTIFICATE',
    privateKeyPem: 'KEY',
    publicKeyPin: 'sha256:00',
    notAfter: '2036-01-01T00:00:00.000Z',
  },
  'strata:keys:Certificate': {
    certificatePem: 'CERTIFICATE',
    privateKeyPem: 'KEY',
    notAfter: '2027-01-01T00:00:00.000Z',
  },
  'strata:keys:SigningKey': { privateKeyPem: privateKey, publicKeyPem: publicKey },
  'strata:keys:RandomKey': { base64: 'a2V5' },
  'strata:keys:JoinToken': {
    tokenId: 'abcdef',
    value: 'abcdef.0123456789abcdef',
    expiration: '2027-01-01T00:00:00Z',
  },
};
