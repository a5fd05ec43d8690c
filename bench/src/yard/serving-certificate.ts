// SPDX-License-Identifier: Apache-2.0
// The library's dependency injection needs this import first.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { webcrypto } from 'node:crypto';

/** Key and certificate of an authority or a server, in PEM. */
export interface KeyPair {
  readonly certificatePem: string;
  readonly keyPem: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

const dayMs = 86_400_000;

async function readKey(pem: string): Promise<webcrypto.CryptoKey> {
  const [der] = x509.PemConverter.decode(pem);
  if (der === undefined) throw new Error('there is no key in this text');
  return webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
}

/**
 * Issues the serving certificate of an API server for an address, as kubeadm would do on the
 * machine.
 */
export async function issueServing(authority: KeyPair, address: string): Promise<KeyPair> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const issuer = new x509.X509Certificate(authority.certificatePem);
  const now = Date.now();
  const certificate = await x509.X509CertificateGenerator.create({
    subject: 'CN=kube-apiserver',
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: await readKey(authority.keyPem),
    signingAlgorithm: algorithm,
    notBefore: new Date(now - dayMs / 24),
    notAfter: new Date(now + dayMs),
    extensions: [
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([{ type: 'ip', value: address }]),
    ],
  });
  const exported = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    certificatePem: certificate.toString('pem'),
    keyPem: x509.PemConverter.encode(exported, 'PRIVATE KEY'),
  };
}
