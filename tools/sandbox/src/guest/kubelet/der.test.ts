// SPDX-License-Identifier: Apache-2.0
import 'reflect-metadata';
import { Pkcs10CertificateRequest } from '@peculiar/x509';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { certificateRequest, keyPem, newKey, selfSigned } from './der.ts';
import { isDue } from './identity.ts';

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

test('a self-signed certificate is valid for its name and address', () => {
  const key = newKey();
  const certificate = new X509Certificate(selfSigned(key, 'w-0', '10.0.0.5'));
  expect(certificate.checkHost('w-0')).toBe('w-0');
  expect(certificate.checkIP('10.0.0.5')).toBe('10.0.0.5');
  expect(certificate.verify(createPublicKey(keyPem(key)))).toBe(true);
});

test('a certificate is due in the last quarter of its life', () => {
  const pem = selfSigned(newKey(), 'w-0', '10.0.0.5');
  const after = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
  expect([isDue(pem, after(0)), isDue(pem, after(270)), isDue(pem, after(280))]).toEqual([
    false,
    false,
    true,
  ]);
});
