// SPDX-License-Identifier: Apache-2.0
// The dependency injection of @peculiar/x509 needs this to be loaded first.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { webcrypto, type webcrypto as WebCrypto } from 'node:crypto';
import { writeFileAtomically, type Instance } from '../instance.ts';
import { network } from '../network.ts';
import { identities } from './identities.ts';

/** ECDSA on P-256: the strongest algorithm that every component can read, and quick to make. */
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Days that certificates are valid: longer than any sandbox is kept. */
const validDays = 3650;

/**
 * One certificate: its file name, the subject that it names, and the names and addresses of its
 * server.
 */
interface Leaf {
  readonly file: string;
  readonly subject: string;
  readonly dnsNames: readonly string[];
  readonly addresses: readonly string[];
}

const client = { dnsNames: [], addresses: [] };

/**
 * Certificates of the control plane, with the names that Kubernetes uses.
 *
 * @see https://kubernetes.io/docs/setup/best-practices/certificates/
 */
const leaves: readonly Leaf[] = [
  {
    file: 'apiserver',
    subject: 'CN=kube-apiserver',
    dnsNames: [
      'localhost',
      'kubernetes',
      'kubernetes.default',
      'kubernetes.default.svc',
      'kubernetes.default.svc.cluster.local',
    ],
    addresses: ['127.0.0.1', network.gateway, network.kubernetesServiceIp],
  },
  { file: 'front-proxy-client', subject: 'CN=front-proxy-client', ...client },
  ...Object.entries(identities).map(([file, user]) => ({ file, subject: `CN=${user}`, ...client })),
  { file: 'admin', subject: 'O=system:masters, CN=sandbox-admin', ...client },
];

async function newKeys(): Promise<WebCrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

async function pem(key: WebCrypto.CryptoKey, format: 'pkcs8' | 'spki'): Promise<string> {
  const label = format === 'pkcs8' ? 'PRIVATE KEY' : 'PUBLIC KEY';
  return x509.PemConverter.encode(await webcrypto.subtle.exportKey(format, key), label);
}

function validity(): { notBefore: Date; notAfter: Date } {
  const day = 24 * 60 * 60 * 1_000;
  // Valid from an hour ago, in case the clock is set back to the right time later.
  const notBefore = new Date(Date.now() - day / 24);
  return { notBefore, notAfter: new Date(notBefore.getTime() + validDays * day) };
}

async function createAuthority(keys: WebCrypto.CryptoKeyPair): Promise<x509.X509Certificate> {
  return x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=sandbox-ca',
    keys,
    signingAlgorithm: algorithm,
    ...validity(),
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
}

async function createLeaf(
  leaf: Leaf,
  authority: x509.X509Certificate,
  authorityKey: WebCrypto.CryptoKey,
): Promise<{ certificate: string; key: string }> {
  const keys = await newKeys();
  const names: x509.JsonGeneralName[] = [
    ...leaf.dnsNames.map((value) => ({ type: 'dns' as const, value })),
    ...leaf.addresses.map((value) => ({ type: 'ip' as const, value })),
  ];
  const usages = [x509.ExtendedKeyUsage.clientAuth, x509.ExtendedKeyUsage.serverAuth];
  const certificate = await x509.X509CertificateGenerator.create({
    subject: leaf.subject,
    issuer: authority.subject,
    publicKey: keys.publicKey,
    signingKey: authorityKey,
    signingAlgorithm: algorithm,
    ...validity(),
    extensions: [
      new x509.ExtendedKeyUsageExtension(usages),
      await x509.AuthorityKeyIdentifierExtension.create(authority, false),
      ...(names.length > 0 ? [new x509.SubjectAlternativeNameExtension(names)] : []),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await pem(keys.privateKey, 'pkcs8') };
}

interface Authority {
  readonly certificate: x509.X509Certificate;
  readonly key: WebCrypto.CryptoKey;
}

/**
 * Creates the sandbox's certificates and keys once and keeps them until `reset`: the authority, one
 * certificate for each identity of the control plane, and the key that signs ServiceAccount tokens.
 * Adds the certificates of identities that are new since then. Of each pair, the file that is
 * written last marks the pair as complete: for the authority the certificate, for all others the
 * key.
 */
export async function ensurePki(instance: Instance): Promise<void> {
  const file = (name: string) => join(instance.pkiDir, name);
  const authority = existsSync(file('ca.crt'))
    ? await readAuthority(file)
    : await makeAuthority(file);
  for (const leaf of leaves.filter((one) => !existsSync(file(`${one.file}.key`)))) {
    const made = await createLeaf(leaf, authority.certificate, authority.key);
    writeFileAtomically(file(`${leaf.file}.crt`), made.certificate);
    writeFileAtomically(file(`${leaf.file}.key`), made.key);
  }
}

async function makeAuthority(file: (name: string) => string): Promise<Authority> {
  const keys = await newKeys();
  const certificate = await createAuthority(keys);
  // Remove the keys of certificates that an earlier authority signed and that was never completed.
  for (const leaf of leaves) rmSync(file(`${leaf.file}.key`), { force: true });
  const tokens = await newKeys();
  writeFileAtomically(file('service-accounts.key'), await pem(tokens.privateKey, 'pkcs8'));
  writeFileAtomically(file('service-accounts.pub'), await pem(tokens.publicKey, 'spki'));
  writeFileAtomically(file('ca.key'), await pem(keys.privateKey, 'pkcs8'));
  writeFileAtomically(file('ca.crt'), certificate.toString('pem'));
  return { certificate, key: keys.privateKey };
}

async function readAuthority(file: (name: string) => string): Promise<Authority> {
  const certificate = new x509.X509Certificate(readFileSync(file('ca.crt'), 'utf8'));
  const [der] = x509.PemConverter.decode(readFileSync(file('ca.key'), 'utf8'));
  if (der === undefined) throw new Error(`${file('ca.key')} holds no key`);
  const key = await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
  return { certificate, key };
}
