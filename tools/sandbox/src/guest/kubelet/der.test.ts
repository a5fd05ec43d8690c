// SPDX-License-Identifier: Apache-2.0
import 'reflect-metadata';
import { Pkcs10CertificateRequest } from '@peculiar/x509';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { certificateRequest, keyPem, newKey, signCertificate } from './der.ts';
import { certificateFile, isDue } from './identity.ts';
import { makeServingPair } from './serving-certificate.ts';

test('a certificate request names the node, and is signed with its key', async () => {
  const request = new Pkcs10CertificateRequest(
    certificateRequest(newKey(), 'system:node:w-0', 'system:nodes'),
  );
  expect(request.subject).toBe('O=system:nodes, CN=system:node:w-0');
  expect(await request.verify()).toBe(true);
});

test('encodes long names correctly', async () => {
  const name = `system:node:${'a'.repeat(300)}`;
  const request = new Pkcs10CertificateRequest(certificateRequest(newKey(), name, 'system:nodes'));
  expect(request.subjectName.getField('CN')).toEqual([name]);
  expect(await request.verify()).toBe(true);
});

test('a key has the format in which kubelets write it', () => {
  expect(keyPem(newKey())).toMatch(/^-----BEGIN EC PRIVATE KEY-----\n/);
});

test('the certificate of a server is valid for its name, and signed by its authority', () => {
  const { certificates, key } = makeServingPair('w-0');
  const [own = '', authority = ''] = certificates.split(/(?<=-----END CERTIFICATE-----\n)/);
  const [server, signer] = [new X509Certificate(own), new X509Certificate(authority)];
  expect(server.subject).toMatch(/^CN=w-0@\d{10}$/);
  expect(server.issuer).toBe(signer.subject);
  expect(signer.subject).toMatch(/^CN=w-0-ca@\d{10}$/);
  expect(server.subjectAltName).toBe('DNS:w-0');
  expect(server.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect([server.ca, signer.ca]).toEqual([false, true]);
  expect(server.checkIssued(signer) && server.verify(signer.publicKey)).toBe(true);
  expect(server.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(key).toMatch(/^-----BEGIN RSA PRIVATE KEY-----\n/);
});

test('a certificate is due in the last quarter of its life', () => {
  const pem = signCertificate({ key: newKey(), commonName: 'system:node:w-0' });
  const after = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
  expect([isDue(pem, after(0)), isDue(pem, after(270)), isDue(pem, after(280))]).toEqual([
    false,
    false,
    true,
  ]);
});

test('the file of a certificate has the time in its name', () => {
  expect(certificateFile(new Date('2026-01-02T03:04:05.678Z'))).toBe(
    'kubelet-client-2026-01-02-03-04-05.pem',
  );
});
