// SPDX-License-Identifier: Apache-2.0
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import {
  anyList,
  certificate,
  isChanged,
  key,
  list,
  milliseconds,
  oneOf,
  text,
  wholeNumber,
} from '../lifecycle/index.ts';
import type { Field, Lifecycle, Problem } from '../lifecycle/index.ts';
import type { Usage } from './issue-certificate.ts';
import { newPrivateKey, privateKeyPem, readPrivateKey } from './key-pair.ts';

/** Inputs of `Certificate`; see {@link file://./certificate.ts}. */
export interface CertificateInputs {
  readonly authorityCertificatePem: string;
  readonly authorityKeyPem: string;
  readonly commonName: string;
  readonly organizations: readonly string[];
  readonly dnsNames: readonly string[];
  readonly addresses: readonly string[];
  readonly usages: readonly Usage[];
  readonly lifetimeDays: number;
  readonly renewBeforeDays: number;
  readonly validFrom: string;
}

export interface CertificateOutputs {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
  readonly notAfter: string;
}

const dnsName = text(
  'a DNS name in lower case',
  /^(\*\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
);

const address: Field = {
  problem: (value) =>
    typeof value === 'string' && isIP(value) > 0 ? undefined : 'must be an IP address',
};

/** Inputs that are part of the certificate; the others only decide when it is renewed. */
const contents = [
  'authorityCertificatePem',
  'authorityKeyPem',
  'commonName',
  'organizations',
  'dnsNames',
  'addresses',
  'usages',
  'lifetimeDays',
] as const;

/** Lifecycle of `Certificate`: renews it with a new key when any of its content changes and before it ends. */
export const certificateLifecycle: Lifecycle<CertificateInputs, CertificateOutputs> = {
  fields: {
    authorityCertificatePem: certificate,
    authorityKeyPem: key,
    commonName: text('a name'),
    organizations: anyList(text('a name')),
    dnsNames: anyList(dnsName),
    addresses: anyList(address),
    usages: list(oneOf(['client', 'server'])),
    lifetimeDays: wholeNumber('days', { min: 1, max: 36_500, fallback: 365 }),
    renewBeforeDays: wholeNumber('days', { min: 0, max: 36_500, fallback: 60 }),
  },
  outputs: ['certificatePem', 'privateKeyPem', 'notAfter'],
  secretOutputs: ['privateKeyPem'],
  replacedBy: [],
  check: (inputs) => [
    ...termProblems(inputs),
    ...nameProblems(inputs),
    ...authorityProblems(inputs),
  ],
  renews: (next, before) =>
    isChanged(next, before.inputs, ['validFrom'])
      ? ['certificatePem', 'privateKeyPem', 'notAfter']
      : [],
  term: {
    of: (inputs) => ({
      lifetimeMilliseconds: inputs.lifetimeDays * milliseconds.day,
      renewBeforeMilliseconds: inputs.renewBeforeDays * milliseconds.day,
    }),
    startedBy: contents,
  },
  create: async (inputs) => {
    const from = new Date(inputs.validFrom);
    refuseOutliving(inputs, from);
    const leafKey = newPrivateKey();
    const authorityKey = readPrivateKey(inputs.authorityKeyPem);
    if (authorityKey === undefined) throw new Error(`authorityKeyPem ${keyWords}`);
    const { issueLeaf } = await import('./issue-certificate.ts');
    const certificatePem = await issueLeaf(
      {
        subject: inputs,
        dnsNames: inputs.dnsNames,
        addresses: inputs.addresses,
        usages: inputs.usages,
        key: leafKey,
        validity: { from, days: inputs.lifetimeDays },
      },
      { certificatePem: inputs.authorityCertificatePem, key: authorityKey },
    );
    const notAfter = new X509Certificate(certificatePem).validToDate.toISOString();
    return { certificatePem, privateKeyPem: privateKeyPem(leafKey), notAfter };
  },
};

const keyWords = 'must be an ECDSA key on P-256, as Authority makes them';

function termProblems(inputs: Partial<CertificateInputs>): readonly Problem[] {
  const { lifetimeDays = Infinity, renewBeforeDays = 0 } = inputs;
  if (renewBeforeDays < lifetimeDays) return [];
  const reason = `must be less than lifetimeDays (${lifetimeDays})`;
  return [{ property: 'renewBeforeDays', reason }];
}

/** Reports a server certificate without names and addresses. A list that a preview does not know yet counts as not empty. */
function nameProblems(inputs: Partial<CertificateInputs>): readonly Problem[] {
  const { usages = [], dnsNames = ['unknown'], addresses = ['unknown'] } = inputs;
  if (!usages.includes('server') || dnsNames.length + addresses.length > 0) return [];
  const reason = 'has server, but a server is known by dnsNames or addresses, and there are none';
  return [{ property: 'usages', reason }];
}

function authorityProblems(inputs: Partial<CertificateInputs>): readonly Problem[] {
  const { authorityCertificatePem: pem, authorityKeyPem } = inputs;
  if (authorityKeyPem === undefined) return [];
  const authorityKey = readPrivateKey(authorityKeyPem);
  if (authorityKey === undefined) return [{ property: 'authorityKeyPem', reason: keyWords }];
  if (pem === undefined || new X509Certificate(pem).checkPrivateKey(authorityKey)) return [];
  const reason = 'must be the key of authorityCertificatePem, but is that of another certificate';
  return [{ property: 'authorityKeyPem', reason }];
}

/** Refuses a certificate that ends after its authority: it would not be trusted after the end of the authority. */
function refuseOutliving(inputs: CertificateInputs, from: Date): void {
  const authority = new X509Certificate(inputs.authorityCertificatePem).validToDate;
  const end = new Date(from.getTime() + inputs.lifetimeDays * milliseconds.day);
  if (end <= authority) return;
  throw new Error(
    `a certificate of ${inputs.lifetimeDays} days would outlive its authority, which ends on ` +
      `${authority.toISOString()}: lower lifetimeDays, or raise the authority's`,
  );
}
