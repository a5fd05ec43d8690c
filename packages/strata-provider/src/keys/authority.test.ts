// SPDX-License-Identifier: Apache-2.0
import { createHash, X509Certificate } from 'node:crypto';
import { resourceTypes } from '../resource-types.ts';
import { marked, markedUnknown, ResourceLife, type Life } from '../testing/index.ts';

const inputs = { commonName: 'kubernetes', organizations: ['a', 'b, c'] };

function certificateOf({ outputs }: Life): X509Certificate {
  return new X509Certificate(outputs.certificatePem as string);
}

test('creates a self-signed authority certificate for ten years', async () => {
  const life = await new ResourceLife(resourceTypes.authority).create(inputs);
  const certificate = certificateOf(life);
  expect(certificate.subject).toBe('O=a\nO=b\\, c\nCN=kubernetes');
  expect(certificate.issuer).toBe(certificate.subject);
  expect(certificate.ca).toBe(true);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.validFromDate.toISOString()).toBe('2025-12-31T23:00:00.000Z');
  expect(certificate.validToDate.toISOString()).toBe('2035-12-30T00:00:00.000Z');
  expect(life.outputs.notAfter).toBe('2035-12-30T00:00:00.000Z');
});

test("returns its public key pin in the format of kubeadm's caCertHashes", async () => {
  const life = await new ResourceLife(resourceTypes.authority).create(inputs);
  const spki = certificateOf(life).publicKey.export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(spki).digest('hex');
  expect(life.outputs.publicKeyPin).toBe(`sha256:${hash}`);
});

test('keeps its key as a secret in the state', async () => {
  const resource = new ResourceLife(resourceTypes.authority);
  const { outputs } = await resource.create(inputs);
  expect(outputs.privateKeyPem).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
  expect(resource.state.outputs.privateKeyPem).toEqual(marked(outputs.privateKeyPem));
});

test('never changes until a year before its end', async () => {
  const resource = new ResourceLife(resourceTypes.authority);
  await resource.create(inputs);
  await resource.passDays(3284);
  expect(resource.changes(inputs)).toEqual([]);
  await resource.passDays(1);
  expect(resource.changes(inputs)).toEqual(['validFrom']);
});

// Proves: keys.renewed
test('is renewed in place with the same key, so that certificates it signed stay valid', async () => {
  const resource = new ResourceLife(resourceTypes.authority);
  const first = await resource.create(inputs);
  await resource.passDays(3285);
  const second = await resource.update(inputs);
  expect(second.outputs.privateKeyPem).toBe(first.outputs.privateKeyPem);
  expect(second.outputs.publicKeyPin).toBe(first.outputs.publicKeyPin);
  expect(second.outputs.certificatePem).not.toBe(first.outputs.certificatePem);
  expect(second.outputs.notAfter).toBe('2044-12-27T00:00:00.000Z');
  expect(certificateOf(first).verify(certificateOf(second).publicKey)).toBe(true);
  expect(resource.changes(inputs)).toEqual([]);
});

test('is replaced when its name changes, and renewed when its lifetime changes', async () => {
  const resource = new ResourceLife(resourceTypes.authority);
  await resource.create(inputs);
  expect(resource.changes({ ...inputs, commonName: 'other' })).toEqual(['commonName*']);
  expect(resource.changes({ commonName: 'kubernetes' })).toEqual(['organizations*']);
  await resource.passDays(1);
  expect(resource.changes({ ...inputs, lifetimeDays: 400 })).toEqual(['lifetimeDays', 'validFrom']);
});

test('that nothing is signed with it, or something is, changes nothing of it', async () => {
  const resource = new ResourceLife(resourceTypes.authority);
  const { outputs } = await resource.create({ ...inputs, spare: true });
  expect(resource.changes({ ...inputs, spare: true })).toEqual([]);
  expect(resource.changes(inputs)).toEqual(['spare']);
  expect((await resource.update(inputs)).outputs).toEqual(outputs);
});

test('shows the outputs that an update keeps in the preview', async () => {
  const resource = new ResourceLife(resourceTypes.authority);
  const { outputs } = await resource.create(inputs);
  await resource.passDays(1);
  expect(resource.preview({ ...inputs, lifetimeDays: 400 })).toEqual({
    certificatePem: markedUnknown,
    privateKeyPem: marked(outputs.privateKeyPem),
    publicKeyPin: outputs.publicKeyPin,
    notAfter: markedUnknown,
  });
});

test('names what is wrong with its inputs', () => {
  const resource = new ResourceLife(resourceTypes.authority);
  expect(resource.problems({ organizations: [''], lifetimeDays: 0.5, days: 3 })).toEqual([
    {
      property: 'days',
      reason:
        'does not exist; there are: commonName, organizations, lifetimeDays, renewBeforeDays, spare',
    },
    { property: 'commonName', reason: 'is missing' },
    { property: 'organizations', reason: 'has "", but every entry must be a name' },
    { property: 'lifetimeDays', reason: 'must be a whole number of days between 1 and 36500' },
  ]);
  expect(resource.problems({ commonName: 'a', lifetimeDays: 300 })).toEqual([
    { property: 'renewBeforeDays', reason: 'must be less than lifetimeDays (300)' },
  ]);
});
