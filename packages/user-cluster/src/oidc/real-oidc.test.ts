// SPDX-License-Identifier: Apache-2.0
import { userClusterConfig } from '../config/index.ts';
import type { OidcConfig } from '../config/index.ts';
import { freePort } from '@strata/testing';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi, startController, startEtcd } from '../backup/testing/servers.ts';
import { renderUserData } from '../bootstrap/index.ts';
import { eventually } from '../bootstrap/scripts/test-etcd.ts';
import { testConfig, testControlPlane } from '../bootstrap/test-bootstrap.ts';
import type { StartedApi } from '../restored/api-server.ts';
import type { EtcdPorts } from '../restored/etcd.ts';
import { Programs } from '../restored/programs.ts';
import { writeClusterCertificates } from '../restored/write-certificates.ts';
import { renderGroupBindings } from './group-bindings.ts';
import { celExamples } from './testing/cel-examples.ts';
import { TestIssuer } from './testing/test-issuer.ts';

// The real etcd and API server, and issuers on loopback with an authority of their own. The API server
// reads the file of the user-data as it is.
const patience = 600_000;
const programs = new Programs();
let folder: string;
let pki: string;
let ports: EtcdPorts;
let people: TestIssuer;
let partners: TestIssuer;
let strangers: TestIssuer;
const encryptionKey = randomBytes(32).toString('base64');
let api: StartedApi;
let config: OidcConfig;

const at = (...parts: readonly string[]) => join(folder, ...parts);

/** The AuthenticationConfiguration in the user-data of a control-plane VM. */
function renderedFile(oidc: OidcConfig, version: string): string {
  const args = testControlPlane(testConfig({ oidc, kubernetes: { version } }));
  const [, text = ''] = renderUserData(args).split('#cloud-config\n');
  const { write_files: files } = JSON.parse(text) as {
    readonly write_files: readonly { readonly path: string; readonly content: string }[];
  };
  return files.find(({ path }) => path === '/etc/strata/authentication.yaml')?.content ?? '';
}

async function start(tested: '1.34.4' | '1.35.4') {
  writeFileSync(at('authentication.yaml'), renderedFile(config, tested), { mode: 0o600 });
  const kubernetes = { '1.34.4': 'kubernetes-1.34-1.34.4', '1.35.4': 'kubernetes-1.35.4' }[tested];
  const flags = {
    'authentication-config': at('authentication.yaml'),
    'authorization-mode': 'RBAC',
  };
  const place = { folder: at('api'), pki, etcd: ports };
  return startApi(programs, { ...place, encryptionKey, flags, kubernetes });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'real-oidc-'));
  pki = at('pki');
  await writeClusterCertificates(pki);
  ports = { client: await freePort(), peer: await freePort() };
  startEtcd(programs, at('etcd'), pki, ports);
  people = await TestIssuer.start(pki);
  partners = await TestIssuer.start(pki);
  strangers = await TestIssuer.start(pki);
  const certificateAuthority = readFileSync(join(pki, 'ca.crt'), 'utf8');
  const common = { audiences: ['kubectl', 'ci'], certificateAuthority, addresses: ['127.0.0.0/8'] };
  config = userClusterConfig.shape.oidc.parse({
    issuers: [
      {
        ...common,
        name: 'people',
        url: people.url,
        claimMappings: {
          username: { claim: 'sub', prefix: 'people:' },
          groups: { claim: 'groups', prefix: 'people:' },
        },
      },
      {
        ...common,
        name: 'partners',
        url: partners.url,
        claimMappings: {
          username: { expression: 'claims.email' },
          groups: { expression: 'claims.?groups.orValue([])' },
        },
        claimValidationRules: [
          { claim: 'hd', requiredValue: 'example.org' },
          { expression: 'claims.email_verified == true', message: 'verify your address' },
        ],
      },
      // Nobody comes from there: the API server compiles every expression, and is ready.
      {
        name: 'nobody',
        url: 'https://127.0.0.1:1',
        audiences: ['kubectl'],
        claimMappings: { username: { claim: 'sub', prefix: 'nobody:' } },
        claimValidationRules: celExamples.map((expression) => ({ expression })),
      },
    ],
    groups: [
      { group: 'people:team-shop', role: 'view', namespaces: ['shop'] },
      { group: 'people:operators', role: 'cluster-admin' },
    ],
  });
  api = await start('1.35.4');
  startController(programs, folder, pki, api, 'clusterrole-aggregation-controller');
  await api.client.post('/api/v1/namespaces', { metadata: { name: 'shop' } });
  for (const { kind, ...binding } of renderGroupBindings(config.groups, {})) {
    const { namespace } = binding.metadata;
    const place = namespace === undefined ? '' : `/namespaces/${namespace as string}`;
    const plural = `${kind.toLowerCase()}s`;
    await api.client.post(`/apis/rbac.authorization.k8s.io/v1${place}/${plural}`, binding);
  }
  const member = await people.token({ groups: ['team-shop'] });
  await eventually(async () => (await ask(member, `${shop}/pods`)) === 200);
  await eventually(async () => (await ask(await ofPartner(), '/version')) === 200);
}, patience);

afterAll(async () => {
  // Also of a beginning that has failed half way.
  await programs.stopAll();
  for (const issuer of [people, partners, strangers])
    await (issuer as TestIssuer | undefined)?.server.away();
  rmSync(folder, { recursive: true, force: true });
}, patience);

const ask = async (token: string, path: string) =>
  (await api.client.send('GET', path, { token })).status;

/** Who somebody is by a token, as the API server says. */
async function whoIs(token: string): Promise<unknown> {
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
  const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
  const answer = await api.client.send('POST', path, { body, token });
  const { status } = JSON.parse(answer.body) as {
    readonly status: {
      readonly userInfo?: { readonly username: string; readonly groups: string[] };
    };
  };
  const { groups, username } = status.userInfo ?? {};
  return { username, groups };
}

const partner = { email: 'eve@example.org', email_verified: true, hd: 'example.org' };
const ofPartner = (change: object = {}) => partners.token({ ...partner, ...change });
const shop = '/api/v1/namespaces/shop';
const secrets = '/api/v1/secrets';

// Proves: access.oidc
test('a group sees what its role lets it see, in its namespace', async () => {
  const token = await people.token({ groups: ['team-shop'] });
  expect(await whoIs(token)).toEqual({
    username: 'people:ann',
    groups: ['people:team-shop', 'system:authenticated'],
  });
  expect(await ask(token, `${shop}/pods`)).toBe(200);
  expect(await ask(token, `${shop}/secrets`)).toBe(403);
  expect(await ask(token, '/api/v1/namespaces/default/pods')).toBe(403);
  expect(await ask(await people.token({ groups: ['operators'] }), secrets)).toBe(200);
});

test('who is in no group is known, and may do nothing', async () => {
  const token = await people.token();
  expect(await whoIs(token)).toEqual({ username: 'people:ann', groups: ['system:authenticated'] });
  expect(await ask(token, `${shop}/pods`)).toBe(403);
});

// Proves: access.oidc
test.each<[string, () => Promise<string> | string]>([
  ['for somebody else', () => people.token({ aud: 'another' })],
  ['that has ended', () => people.token({ exp: Math.floor(Date.now() / 1000) - 60 })],
  ['of an issuer that the file does not name', () => strangers.token()],
  ['of another issuer in the name of this one', () => strangers.token({ iss: people.url })],
  ['that nobody has signed', () => people.unsigned({ groups: ['operators'] })],
  [
    'that was changed',
    async () => {
      const [header, , signature] = (await people.token()).split('.');
      const [, claims] = people.unsigned({ groups: ['operators'] }).split('.');
      return [header, claims, signature].join('.');
    },
  ],
  ['without a claim that must be there', () => ofPartner({ hd: undefined })],
  ['with an address that is not verified', () => ofPartner({ email_verified: false })],
  ['of somebody with the name of a kubeconfig', () => ofPartner({ email: 'bob' })],
  ['of a program of Strata', () => ofPartner({ email: 'strata:csi-controller' })],
  ['of a node', () => ofPartner({ email: 'system:node:cp-0' })],
  ['with the group of masters', () => ofPartner({ groups: ['system:masters'] })],
  [
    "with the group of kubeadm's administrators",
    () => ofPartner({ groups: ['kubeadm:cluster-admins'] }),
  ],
])('a token %s is refused', async (_, make) => {
  expect(await ask(await make(), '/version')).toBe(401);
});

// Proves: access.oidc
test('a claim that says system:masters makes nobody an administrator', async () => {
  const token = await people.token({ groups: ['system:masters'] });
  expect(await whoIs(token)).toEqual({
    username: 'people:ann',
    groups: ['people:system:masters', 'system:authenticated'],
  });
  expect(await ask(token, secrets)).toBe(403);
});

// Proves: access.oidc
test('a second issuer has people of its own, by expressions', async () => {
  expect(await whoIs(await ofPartner({ groups: ['guests'], aud: 'ci' }))).toEqual({
    username: 'eve@example.org',
    groups: ['guests', 'system:authenticated'],
  });
});

test(
  'while an issuer is away, keys that are known go on to count, and an API server that has none refuses',
  async () => {
    const token = await people.token({ groups: ['team-shop'] });
    expect(await ask(token, `${shop}/pods`)).toBe(200);
    await people.server.away();
    expect(await ask(token, `${shop}/pods`)).toBe(200);
    expect(
      await ask(await people.token({ groups: ['team-shop'], sub: 'bob' }), `${shop}/pods`),
    ).toBe(200);
    await api.server.stop();
    api = await start('1.35.4');
    // It is ready all the same, and other issuers and ways to come in are not touched.
    expect(await ask(token, `${shop}/pods`)).toBe(401);
    await eventually(async () => (await ask(await ofPartner(), '/version')) === 200);
    expect(await api.client.text('/readyz')).toBe('ok');
    await people.server.listen();
    await eventually(async () => (await ask(token, `${shop}/pods`)) === 200);
  },
  patience,
);

// Proves: access.oidc
test(
  'the API server of the older Kubernetes takes the same file',
  async () => {
    await api.server.stop();
    api = await start('1.34.4');
    const token = await people.token({ groups: ['team-shop'] });
    await eventually(async () => (await ask(token, `${shop}/pods`)) === 200);
    expect(await ask(token, secrets)).toBe(403);
    expect(await ask(await people.token(), '/version')).toBe(200);
    await eventually(async () => (await ask(await ofPartner(), '/version')) === 200);
    expect(await ask(await ofPartner({ groups: ['system:masters'] }), '/version')).toBe(401);
    expect(await ask(people.unsigned(), '/version')).toBe(401);
  },
  patience,
);
