// SPDX-License-Identifier: Apache-2.0
import { ofType, recordProgram, valueOf } from '@strata/testing';
import { testContext } from '../test-context.ts';
import { ClusterKeys } from './index.ts';

const pem = (name: string) => `-----BEGIN CERTIFICATE-----\n${name}\n-----END CERTIFICATE-----\n`;

const outputs = (type: string, name: string) => ({
  certificatePem: pem(name),
  privateKeyPem: `key of ${name}`,
  publicKeyPem: `public key of ${name}`,
  publicKeyPin: `sha256:${name}`,
  notAfter: '2036-01-01T00:00:00.000Z',
  base64: 'a2V5',
  tokenId: 'abcdef',
  value: 'abcdef.0123456789abcdef',
  expiration: '2027-01-01T00:00:00Z',
  type,
});

interface Recorded {
  /** @default that of the cluster */
  readonly key?: string;
  readonly answers?: typeof outputs;
}

const record = (
  generation: number,
  phase: string,
  { answers = outputs, key = 'authority' }: Recorded = {},
) => {
  const context = testContext({ keys: { [key]: { generation, phase } } });
  return recordProgram(() => new ClusterKeys('demo', context), { outputs: answers });
};

const [old, next] = ['demo-cluster', 'demo-cluster-2'];

interface Kubeconfig {
  readonly clusters: readonly { readonly cluster: Readonly<Record<string, string>> }[];
}

// Proves: keys.authority-rotation
test.each([
  [1, 'finish', old, [old]],
  [2, 'trust', old, [old, next]],
  [2, 'sign', next, [next, old]],
  [2, 'finish', next, [next]],
])(
  'generation %i in the phase %s: %s signs, and all that are known are trusted',
  async (generation, phase, signing, all) => {
    const recording = await record(generation, phase);
    const { adminKubeconfig, authority, controlPlane, fingerprints } = recording.result;
    const bundle = all.map(pem).join('');
    expect(await valueOf(authority)).toEqual({
      certificatePem: bundle,
      publicKeyPins: all.map((name) => `sha256:${name}`),
    });
    expect((await valueOf(controlPlane)).cluster).toEqual({
      certificatePem: pem(signing),
      privateKeyPem: `key of ${signing}`,
    });
    const found = await valueOf(fingerprints);
    expect(Object.keys(found).filter((name) => name.startsWith('cluster'))).toEqual(
      all.map((name) => name.replace('demo-', '')),
    );
    const { clusters } = JSON.parse(await valueOf(adminKubeconfig)) as Kubeconfig;
    const data = clusters[0]?.cluster['certificate-authority-data'] ?? '';
    expect(Buffer.from(data, 'base64').toString()).toBe(bundle);
    const certificates = ofType(recording, 'strata:keys:Certificate');
    expect(new Set(certificates.map(({ inputs }) => inputs.authorityCertificatePem))).toEqual(
      new Set([pem(signing)]),
    );
  },
);

const controlPlaneAuthorities = [
  ['etcdAuthority', 'etcd', 'etcd'],
  ['frontProxyAuthority', 'frontProxy', 'front-proxy'],
] as const;

// Proves: keys.control-plane-authority-rotation
test.each(
  controlPlaneAuthorities.flatMap(([key, part, name]) => {
    const first = `demo-${name}`;
    const second = `${first}-2`;
    return [
      { key, part, generation: 1, phase: 'finish', signing: first, all: [first] },
      { key, part, generation: 2, phase: 'trust', signing: first, all: [first, second] },
      { key, part, generation: 2, phase: 'sign', signing: second, all: [second, first] },
      { key, part, generation: 2, phase: 'finish', signing: second, all: [second] },
    ];
  }),
)(
  '$key, generation $generation in the phase $phase: $signing signs, and the control plane alone knows it',
  async ({ all, generation, key, part, phase, signing }) => {
    const recording = await record(generation, phase, { key });
    const { authority, controlPlane, fingerprints } = recording.result;
    expect((await valueOf(controlPlane))[part]).toEqual({
      certificatePem: pem(signing),
      privateKeyPem: `key of ${signing}`,
      trustedPem: all.map(pem).join(''),
    });
    const found = await valueOf(fingerprints);
    for (const name of all) expect(found[name.replace('demo-', '')]).toBe(`sha256:${name}`);
    expect(Object.keys(found)).toHaveLength(4 + all.length);
    // VMs of pools have this one alone.
    expect(await valueOf(authority)).toEqual({
      certificatePem: pem('demo-cluster'),
      publicKeyPins: ['sha256:demo-cluster'],
    });
    const protectedOnes = ofType(recording, 'strata:keys:Authority')
      .filter((one) => one.protect)
      .map(({ name }) => name);
    expect(protectedOnes).toHaveLength(3);
    expect(protectedOnes).toContain(signing);
  },
);

// Proves: keys.control-plane-authority-rotation
test.each([
  ['etcdAuthority', 'demo-etcd-2', 'etcd-ca-2'],
  ['frontProxyAuthority', 'demo-front-proxy-2', 'front-proxy-ca-2'],
])('the next generation of %s has a name of its own', async (key, name, commonName) => {
  const found = ofType(await record(2, 'trust', { key }), 'strata:keys:Authority');
  expect(found.find((one) => one.name === name)?.inputs).toMatchObject({ commonName, spare: true });
});

// Proves: keys.authority-rotation
test('the authority that signs is protected, and a spare one can be deleted', async () => {
  const found = ofType(await record(2, 'trust'), 'strata:keys:Authority');
  const facts = found.map(({ inputs, name, protect }) => [
    name,
    inputs.commonName,
    inputs.spare,
    protect,
  ]);
  expect(facts).toEqual([
    ['demo-cluster', 'kubernetes', undefined, true],
    ['demo-etcd', 'etcd-ca', undefined, true],
    ['demo-front-proxy', 'front-proxy-ca', undefined, true],
    ['demo-cluster-2', 'kubernetes-2', true, false],
  ]);
});

test('reports the end of the authority that signs', async () => {
  const { ends } = (await record(2, 'sign')).result;
  expect(ends.map(({ credential }) => credential).slice(-3)).toEqual([
    'authority of the cluster',
    'authority of etcd',
    'authority of the front proxy',
  ]);
});

test('certificates of two authorities are apart, whatever ends them, and one alone is as it is', async () => {
  const bare = (type: string, name: string) => ({
    ...outputs(type, name),
    certificatePem: `certificate of ${name}`,
  });
  const trusted = async (generation: number, phase: string) => {
    const { authority } = (await record(generation, phase, { answers: bare })).result;
    return (await valueOf(authority)).certificatePem;
  };
  expect(await trusted(2, 'trust')).toBe(`certificate of ${old}\ncertificate of ${next}\n`);
  expect(await trusted(1, 'finish')).toBe(`certificate of ${old}`);
});

test('all keys are parts of one resource, which tells whom its VMs trust', async () => {
  const { outputs: told, resources } = await record(1, 'finish');
  const parts = resources.filter(({ name }) => name !== 'demo');
  expect(parts.map(({ parent }) => parent)).toEqual(parts.map(() => 'demo'));
  expect(told.get('demo')).toEqual({
    authority: { certificatePem: pem(old), publicKeyPins: [`sha256:${old}`] },
  });
});
