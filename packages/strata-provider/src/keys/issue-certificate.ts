// SPDX-License-Identifier: Apache-2.0
// The dependency injection of @peculiar/x509 requires this import before it is loaded.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { createPublicKey, webcrypto, type KeyObject } from 'node:crypto';
import { milliseconds } from '../lifecycle/index.ts';
import { backdatedHours } from './certificate-facts.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Subject of a certificate. Each organization is a group for Kubernetes. */
export interface Subject {
  readonly commonName: string;
  readonly organizations: readonly string[];
}

/** Start and length of the validity of a certificate. */
export interface Validity {
  readonly from: Date;
  readonly days: number;
}

/** Content of a certificate that an authority signs. */
export interface LeafRequest {
  readonly subject: Subject;
  readonly dnsNames: readonly string[];
  readonly addresses: readonly string[];
  readonly usages: readonly Usage[];
  readonly key: KeyObject;
  readonly validity: Validity;
}

/** Usage of a certificate: identifies a client or a server. */
export type Usage = 'client' | 'server';

const extendedUsages: Readonly<Record<Usage, x509.ExtendedKeyUsage>> = {
  client: x509.ExtendedKeyUsage.clientAuth,
  server: x509.ExtendedKeyUsage.serverAuth,
};

/** Returns a self-signed certificate of an authority in PEM. */
export async function issueAuthority(
  subject: Subject,
  key: KeyObject,
  validity: Validity,
): Promise<string> {
  const keys = await webKeys(key);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: nameOf(subject),
    keys,
    signingAlgorithm: algorithm,
    ...period(validity),
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign |
          x509.KeyUsageFlags.cRLSign |
          x509.KeyUsageFlags.digitalSignature,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return pemOf(certificate);
}

/** Returns a certificate in PEM, signed with the key of an authority. */
export async function issueLeaf(
  leaf: LeafRequest,
  authority: { readonly certificatePem: string; readonly key: KeyObject },
): Promise<string> {
  const issuer = new x509.X509Certificate(authority.certificatePem);
  const { publicKey } = await webKeys(leaf.key);
  const names: x509.JsonGeneralName[] = [
    ...leaf.dnsNames.map((value) => ({ type: 'dns' as const, value })),
    ...leaf.addresses.map((value) => ({ type: 'ip' as const, value })),
  ];
  const certificate = await x509.X509CertificateGenerator.create({
    subject: nameOf(leaf.subject),
    issuer: issuer.subjectName,
    publicKey,
    signingKey: (await webKeys(authority.key)).privateKey,
    signingAlgorithm: algorithm,
    ...period(leaf.validity),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension(leaf.usages.map((usage) => extendedUsages[usage])),
      await x509.AuthorityKeyIdentifierExtension.create(issuer, false),
      ...(names.length > 0 ? [new x509.SubjectAlternativeNameExtension(names)] : []),
    ],
  });
  return pemOf(certificate);
}

function nameOf({ commonName, organizations }: Subject): x509.Name {
  return new x509.Name([
    ...organizations.map((organization) => ({ O: [organization] })),
    { CN: [commonName] },
  ]);
}

function period({ from, days }: Validity): { notBefore: Date; notAfter: Date } {
  return {
    notBefore: new Date(from.getTime() - backdatedHours * milliseconds.hour),
    notAfter: new Date(from.getTime() + days * milliseconds.day),
  };
}

async function webKeys(key: KeyObject): Promise<webcrypto.CryptoKeyPair> {
  const { subtle } = webcrypto;
  const secret = key.export({ type: 'pkcs8', format: 'der' });
  const open = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return {
    privateKey: await subtle.importKey('pkcs8', secret, algorithm, true, ['sign']),
    publicKey: await subtle.importKey('spki', open, algorithm, true, ['verify']),
  };
}

/** Returns a certificate in PEM with a line break at its end, as Go and OpenSSL write it. */
function pemOf(certificate: x509.X509Certificate): string {
  return `${certificate.toString('pem').trimEnd()}\n`;
}
