// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { userClusterConfig } from '../config/index.ts';
import type { OidcConfig } from '../config/index.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiRefusal } from '../backup/testing/servers.ts';
import { renderAuthentication } from '../bootstrap/authentication-config.ts';
import { Programs } from '../restored/programs.ts';
import { writeClusterCertificates } from '../restored/write-certificates.ts';
import { wrongCel } from './testing/cel-examples.ts';

// The real API server, which reads its file before it asks etcd, of which there is none.
const patience = 120_000;
const programs = new Programs();
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'real-refusals-'));
  await writeClusterCertificates(join(folder, 'pki'));
}, patience);

afterAll(async () => {
  await programs.stopAll();
  rmSync(folder, { recursive: true, force: true });
}, patience);

interface Issuer {
  readonly url: string;
  readonly audiences: readonly string[];
  readonly claimMappings: object;
  readonly claimValidationRules: readonly object[];
}

const username = { claim: 'sub', prefix: 'sso:' };
const sso: Issuer = {
  url: 'https://a.example',
  audiences: ['a'],
  claimMappings: { username },
  claimValidationRules: [],
};
const unverified = { username: { expression: 'claims.email' } };

/** Returns the API server's error for issuers that Strata has not checked before. */
async function refusalOf(...issuers: readonly Partial<Issuer>[]): Promise<string> {
  const oidc = { issuers: issuers.map((change) => ({ ...sso, ...change })) };
  const rendered = renderAuthentication({ oidc: oidc as unknown as OidcConfig });
  // Rendering keeps either the claim or the expression, so the original mappings are put back.
  const jwt = rendered?.jwt.map((one, index) => ({
    ...one,
    claimMappings: oidc.issuers[index]?.claimMappings,
  }));
  const file = join(folder, 'authentication.yaml');
  writeFileSync(file, JSON.stringify({ ...rendered, jwt }));
  const flags = { 'authentication-config': file };
  const place = { folder: join(folder, 'api'), pki: join(folder, 'pki') };
  const said = await apiRefusal(programs, { ...place, flags });
  return said.replaceAll('\\"', '"');
}

test.each<[string, Partial<Issuer>, string]>([
  ['http', { url: 'http://a.example' }, 'URL scheme must be https'],
  ['a query', { url: 'https://a.example?x=1' }, 'URL must not contain a query'],
  ['no audience', { audiences: [] }, 'at least one jwt[0].issuer.audiences is required'],
  ['an audience twice', { audiences: ['a', 'a'] }, 'Duplicate value: "a"'],
  ['no prefix', { claimMappings: { username: { claim: 'sub' } } }, 'prefix is required when claim'],
  [
    'a claim and an expression',
    { claimMappings: { username: { ...username, expression: 'claims.sub' } } },
    "claim and expression can't both be set",
  ],
  [
    'addresses that nobody has verified',
    { claimMappings: unverified },
    'claims.email_verified must',
  ],
  ['a rule of nothing', { claimValidationRules: [{}] }, 'claim or expression is required'],
])(
  'the API server refuses what the schema refuses: %s',
  async (_, change, refusal) => {
    const values = { issuers: [{ name: 'sso', ...sso, ...change }] };
    const { problems } = inspectConfig(userClusterConfig.pick({ oidc: true }), {
      project: 'user-cluster',
      stack: 'sandbox.demo',
      values: { 'user-cluster:oidc': JSON.stringify(values) },
      secretKeys: [],
    });
    expect(problems).toHaveLength(1);
    expect(await refusalOf(change)).toContain(refusal);
  },
  patience,
);

test(
  "the API server refuses an issuer twice, and that of the cluster's own ServiceAccounts",
  async () => {
    expect(await refusalOf({}, {})).toContain('Duplicate value: "https://a.example"');
    const url = 'https://kubernetes.default.svc.cluster.local';
    expect(await refusalOf({ url })).toContain('URL must not overlap with disallowed issuers');
  },
  patience,
);

test.each(wrongCel.map(({ expression, refusal }) => [expression, refusal]))(
  'the API server refuses the rule %s',
  async (expression, refusal) => {
    expect(await refusalOf({ claimValidationRules: [{ expression }] })).toContain(refusal);
  },
  patience,
);
