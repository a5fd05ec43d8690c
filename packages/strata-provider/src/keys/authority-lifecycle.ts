// SPDX-License-Identifier: Apache-2.0
import { createHash, X509Certificate } from 'node:crypto';
import { anyList, flag, isChanged, milliseconds, text, wholeNumber } from '../lifecycle/index.ts';
import type { Lifecycle } from '../lifecycle/index.ts';
import { newPrivateKey, privateKeyPem, readPrivateKey } from './key-pair.ts';

/** Inputs of `Authority`; see {@link file://./authority.ts}. */
export interface AuthorityInputs {
  readonly commonName: string;
  readonly organizations: readonly string[];
  readonly lifetimeDays: number;
  readonly renewBeforeDays: number;
  readonly spare?: boolean;
  readonly validFrom: string;
}

export interface AuthorityOutputs {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
  readonly publicKeyPin: string;
  readonly notAfter: string;
}

const days = { min: 1, max: 36_500 };

/** Lifecycle of `Authority`: keeps the key and renews only the certificate. */
export const authorityLifecycle: Lifecycle<AuthorityInputs, AuthorityOutputs> = {
  fields: {
    commonName: text('a name'),
    organizations: anyList(text('a name')),
    lifetimeDays: wholeNumber('days', { ...days, fallback: 3650 }),
    renewBeforeDays: wholeNumber('days', { ...days, min: 0, fallback: 365 }),
    // Without a default: authorities in states of before have no such input, and must not change.
    spare: { problem: flag(false).problem, isOptional: true },
  },
  outputs: ['certificatePem', 'privateKeyPem', 'publicKeyPin', 'notAfter'],
  secretOutputs: ['privateKeyPem'],
  replacedBy: ['commonName', 'organizations'],
  check: ({ lifetimeDays = Infinity, renewBeforeDays = 0 }) =>
    renewBeforeDays < lifetimeDays
      ? []
      : [
          {
            property: 'renewBeforeDays',
            reason: `must be less than lifetimeDays (${lifetimeDays})`,
          },
        ],
  renews: (next, before) =>
    isChanged(next, before.inputs, ['validFrom']) ? ['certificatePem', 'notAfter'] : [],
  term: {
    of: (inputs) => ({
      lifetimeMilliseconds: inputs.lifetimeDays * milliseconds.day,
      renewBeforeMilliseconds: inputs.renewBeforeDays * milliseconds.day,
    }),
    startedBy: ['commonName', 'organizations', 'lifetimeDays'],
  },
  create: async (inputs, _work, before) => {
    const kept = before && readPrivateKey(before.outputs.privateKeyPem);
    const key = kept ?? newPrivateKey();
    const { issueAuthority } = await import('./issue-certificate.ts');
    const validity = { from: new Date(inputs.validFrom), days: inputs.lifetimeDays };
    const certificatePem = await issueAuthority(inputs, key, validity);
    return {
      certificatePem,
      privateKeyPem: privateKeyPem(key),
      ...readCertificate(certificatePem),
    };
  },
};

function readCertificate(pem: string): { publicKeyPin: string; notAfter: string } {
  const { publicKey, validToDate } = new X509Certificate(pem);
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  return {
    publicKeyPin: `sha256:${createHash('sha256').update(spki).digest('hex')}`,
    notAfter: validToDate.toISOString(),
  };
}
