// SPDX-License-Identifier: Apache-2.0
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolders, instanceAt } from '../instance.ts';
import { identities } from './identities.ts';
import { renderKubeconfig } from './kubeconfig.ts';
import { ensurePki } from './pki.ts';

const dir = mkdtempSync(join(tmpdir(), 'pki-'));
afterAll(() => rmSync(dir, { recursive: true }));
const instance = instanceAt('test', dir);
const read = (file: string) => readFileSync(join(instance.pkiDir, file), 'utf8');

beforeAll(async () => {
  createFolders(instance);
  await ensurePki(instance);
});

test('signs every certificate with the one authority', () => {
  const authority = new X509Certificate(read('ca.crt'));
  expect(authority.ca).toBe(true);
  const names = ['apiserver', 'front-proxy-client', 'admin', ...Object.keys(identities)];
  for (const name of names) {
    expect(new X509Certificate(read(`${name}.crt`)).verify(authority.publicKey)).toBe(true);
  }
});

test("makes the API server's certificate valid for its address in the rack, its Service and loopback", () => {
  const certificate = new X509Certificate(read('apiserver.crt'));
  for (const address of ['10.244.255.254', '10.96.0.1', '127.0.0.1']) {
    expect(certificate.checkIP(address)).toBe(address);
  }
  expect(certificate.checkHost('kubernetes.default.svc')).toBe('kubernetes.default.svc');
});

test('puts the administrator into the group that Kubernetes gives all rights', () => {
  expect(new X509Certificate(read('admin.crt')).subject).toBe('O=system:masters\nCN=sandbox-admin');
});

test('makes keys only once, readable by their owner alone', async () => {
  expect(statSync(join(instance.pkiDir, 'ca.key')).mode & 0o777).toBe(0o600);
  const before = read('ca.crt');
  await ensurePki(instance);
  expect(read('ca.crt')).toBe(before);
});

test('makes the certificate of an identity that is new since the sandbox was made', async () => {
  const authority = new X509Certificate(read('ca.crt'));
  for (const file of ['kube-proxy.crt', 'kube-proxy.key']) rmSync(join(instance.pkiDir, file));
  const others = read('scheduler.key');
  await ensurePki(instance);
  const certificate = new X509Certificate(read('kube-proxy.crt'));
  expect(certificate.subject).toBe('CN=system:kube-proxy');
  expect(certificate.verify(authority.publicKey)).toBe(true);
  expect(read('scheduler.key')).toBe(others);
});

test('renders a kubeconfig that contains all credentials', () => {
  const text = renderKubeconfig(instance, 'admin', 'https://127.0.0.1:1');
  expect(text).toContain('server: https://127.0.0.1:1');
  expect(text).toContain(`client-key-data: ${Buffer.from(read('admin.key')).toString('base64')}`);
});
