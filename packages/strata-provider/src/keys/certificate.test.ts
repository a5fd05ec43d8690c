// SPDX-License-Identifier: Apache-2.0
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { resourceTypes } from '../resource-types.ts';
import { marked, markedUnknown, ResourceLife, type Life } from '../testing/index.ts';

async function newAuthority(lifetimeDays = 3650) {
  const authority = new ResourceLife(resourceTypes.authority);
  const args = { commonName: 'ca', lifetimeDays, renewBeforeDays: 0 };
  const { outputs } = await authority.create(args);
  return {
    authorityCertificatePem: outputs.certificatePem,
    authorityKeyPem: outputs.privateKeyPem,
  };
}

const server = {
  commonName: 'kube-apiserver',
  dnsNames: ['localhost', 'kubernetes.default.svc'],
  addresses: ['192.0.2.10', '2001:db8::1'],
  usages: ['server'],
};

function certificateOf({ outputs }: Life): X509Certificate {
  return new X509Certificate(outputs.certificatePem as string);
}

test('is signed by its authority, for a year, with its names, addresses and usages', async () => {
  const authority = await newAuthority();
  const life = await new ResourceLife(resourceTypes.certificate).create({
    ...authority,
    ...server,
  });
  const issuer = new X509Certificate(authority.authorityCertificatePem as string);
  const certificate = certificateOf(life);
  expect(certificate.checkIssued(issuer)).toBe(true);
  expect(certificate.verify(issuer.publicKey)).toBe(true);
  expect(certificate.ca).toBe(false);
  expect(certificate.subject).toBe('CN=kube-apiserver');
  expect(certificate.subjectAltName).toBe(
    'DNS:localhost, DNS:kubernetes.default.svc, IP Address:192.0.2.10, IP Address:2001:DB8:0:0:0:0:0:1',
  );
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect(certificate.checkIP('2001:db8::1')).toBe('2001:db8::1');
  expect(certificate.validFromDate.toISOString()).toBe('2025-12-31T23:00:00.000Z');
  expect(life.outputs.notAfter).toBe('2027-01-01T00:00:00.000Z');
  const key = createPrivateKey(life.outputs.privateKeyPem as string);
  expect(certificate.checkPrivateKey(key)).toBe(true);
});

test('has one organization for each group of a user', async () => {
  const life = await new ResourceLife(resourceTypes.certificate).create({
    ...(await newAuthority()),
    commonName: 'admin',
    organizations: ['system:masters', 'ops'],
    usages: ['client', 'server'],
    dnsNames: ['*.example.org'],
  });
  expect(certificateOf(life).subject).toBe('O=system:masters\nO=ops\nCN=admin');
  expect(certificateOf(life).keyUsage).toEqual(['1.3.6.1.5.5.7.3.2', '1.3.6.1.5.5.7.3.1']);
});

test('keeps its key and the key of its authority as secrets, even if the program does not mark them', async () => {
  const resource = new ResourceLife(resourceTypes.certificate);
  const authority = await newAuthority();
  const { outputs } = await resource.create({ ...authority, ...server });
  expect(resource.state.inputs.authorityKeyPem).toEqual(marked(authority.authorityKeyPem));
  expect(resource.state.outputs.privateKeyPem).toEqual(marked(outputs.privateKeyPem));
});

// Proves: keys.renewed
test('is renewed with another key from 60 days before its end', async () => {
  const resource = new ResourceLife(resourceTypes.certificate);
  const inputs = { ...(await newAuthority()), ...server };
  const first = await resource.create(inputs);
  await resource.passDays(304);
  expect(resource.changes(inputs)).toEqual([]);
  await resource.passDays(1);
  expect(resource.changes(inputs)).toEqual(['validFrom']);
  const second = await resource.update(inputs);
  expect(second.outputs.notAfter).toBe('2027-11-02T00:00:00.000Z');
  expect(second.outputs.privateKeyPem).not.toBe(first.outputs.privateKeyPem);
  expect(resource.changes(inputs)).toEqual([]);
});

// Proves: keys.renewed
test('is renewed when a clock that was ahead has written its start', async () => {
  const resource = new ResourceLife(resourceTypes.certificate);
  const inputs = { ...(await newAuthority()), ...server };
  await resource.passDays(10);
  await resource.create(inputs);
  await resource.passDays(-10);
  expect(resource.changes(inputs)).toEqual(['validFrom']);
  const { outputs } = await resource.update(inputs);
  expect(outputs.notAfter).toBe('2027-01-01T00:00:00.000Z');
  await resource.passDays(-1 / 48);
  expect(resource.changes(inputs)).toEqual([]);
});

test('is renewed when an address or its authority changes, but not when only renewBeforeDays changes', async () => {
  const resource = new ResourceLife(resourceTypes.certificate);
  const inputs = { ...(await newAuthority()), ...server };
  const first = await resource.create(inputs);
  await resource.passDays(1);
  expect(resource.changes({ ...inputs, addresses: ['192.0.2.11'] })).toEqual([
    'addresses',
    'validFrom',
  ]);
  expect(resource.changes({ ...inputs, ...(await newAuthority()) })).toEqual([
    'authorityCertificatePem',
    'authorityKeyPem',
    'validFrom',
  ]);
  const later = { ...inputs, renewBeforeDays: 90 };
  expect(resource.changes(later)).toEqual(['renewBeforeDays']);
  expect((await resource.update(later)).outputs).toEqual(first.outputs);
});

test('is unknown in a preview that renews its authority', async () => {
  const resource = new ResourceLife(resourceTypes.certificate);
  const inputs = { ...(await newAuthority()), ...server };
  await resource.create(inputs);
  const next = { ...inputs, authorityCertificatePem: markedUnknown };
  expect(resource.changes(next)).toEqual(['authorityCertificatePem']);
  await resource.passDays(1);
  expect(resource.changes(next)).toEqual(['authorityCertificatePem', 'validFrom']);
  expect(resource.preview(next)).toEqual({
    certificatePem: markedUnknown,
    privateKeyPem: marked(markedUnknown),
    notAfter: markedUnknown,
  });
  expect(resource.problems({ ...next, authorityKeyPem: marked(markedUnknown) })).toEqual([]);
});

test('names what is wrong with its inputs without showing a key', async () => {
  const resource = new ResourceLife(resourceTypes.certificate);
  const authority = await newAuthority();
  const { authorityKeyPem } = await newAuthority();
  expect(
    resource.problems({
      ...authority,
      authorityKeyPem,
      commonName: 'a',
      dnsNames: ['A b'],
      addresses: ['1.2.3'],
      usages: ['both'],
      lifetimeDays: 30,
    }),
  ).toEqual([
    { property: 'dnsNames', reason: 'has "A b", but every entry must be a DNS name in lower case' },
    { property: 'addresses', reason: 'has "1.2.3", but every entry must be an IP address' },
    { property: 'usages', reason: 'has "both", but every entry must be client or server' },
    { property: 'renewBeforeDays', reason: 'must be less than lifetimeDays (30)' },
    {
      property: 'authorityKeyPem',
      reason: 'must be the key of authorityCertificatePem, but is that of another certificate',
    },
  ]);
  expect(resource.problems({ ...authority, commonName: 'a', usages: ['server'] })).toEqual([
    {
      property: 'usages',
      reason: 'has server, but a server is known by dnsNames or addresses, and there are none',
    },
  ]);
  const wrong = { ...authority, authorityKeyPem: 'secret', ...server };
  expect(resource.problems(wrong)).toEqual([
    { property: 'authorityKeyPem', reason: 'must be a private key in PEM (PKCS #8)' },
  ]);
});

test('refuses a lifetime that ends after its authority', async () => {
  const resource = new ResourceLife(resourceTypes.certificate);
  const inputs = { ...(await newAuthority(100)), ...server };
  await expect(resource.create(inputs)).rejects.toThrow(
    'a certificate of 365 days would outlive its authority, which ends on ' +
      "2026-04-11T00:00:00.000Z: lower lifetimeDays, or raise the authority's",
  );
});
