// SPDX-License-Identifier: Apache-2.0
import { formatPath } from '@strata/contracts';
import { testContext } from '../test-context.ts';
import type { Change } from '../test-context.ts';
import { checkOidc } from './index.ts';
import { testAuthority } from './testing/test-authority.ts';
import { partners, sso } from './testing/test-issuers.ts';

const problemsOf = (change: object, more: Change = {}) =>
  checkOidc(testContext({ oidc: { issuers: [{ ...sso, ...change }] }, ...more })).map(
    ({ path, message }) => `${formatPath(path)}: ${message}`,
  );

test('accepts what can work', () => {
  expect(checkOidc({ ...testContext(), config: {} })).toEqual([]);
  expect(checkOidc(testContext())).toEqual([]);
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf({ url: 'https://198.51.100.7' })).toEqual([]);
  expect(problemsOf({ ...partners, certificateAuthority: testAuthority })).toEqual([]);
  const claimMappings = {
    username: { expression: 'claims.sub' },
    groups: { expression: 'claims.groups' },
  };
  expect(problemsOf({ claimMappings })).toEqual([]);
});

// Proves: access.oidc
test('refuses expressions with which the API server would not start, all of them', () => {
  const claimMappings = {
    username: { expression: '"sso:" + claim.sub' },
    groups: { expression: 'claims.groups.map(group, "sso:" + group)' },
  };
  const claimValidationRules = [{ claim: 'hd', requiredValue: 'a' }, { expression: 'claims.ok' }];
  expect(problemsOf({ claimMappings, claimValidationRules })).toEqual([
    'oidc.issuers[0].claimMappings.username.expression: reads "claim", which is not there; the token is the variable "claims"',
    'oidc.issuers[0].claimMappings.groups.expression: asks "map" of a claim, of which Kubernetes does not know that it is a list; write dyn(...) around the claim, as in dyn(claims.groups).map(...)',
    'oidc.issuers[0].claimValidationRules[1].expression: gives whatever the claim is, and must give true or false; compare it, as in "claims.ok == true"',
  ]);
});

// Proves: access.oidc
test('refuses a certificate that nobody can read, by its number', () => {
  const certificateAuthority = `${testAuthority}${partners.certificateAuthority}`;
  expect(problemsOf({ certificateAuthority })).toEqual([
    'oidc.issuers[0].certificateAuthority: certificate 2 of 2 cannot be read; copy it again',
  ]);
});

// Proves: access.oidc
test("refuses the issuer of the cluster's own ServiceAccounts", () => {
  const url = 'https://kubernetes.default.svc.shop.internal';
  const kubernetes = {
    version: '1.35.4',
    podCidr: '10.100.0.0/16',
    serviceCidr: '10.101.0.0/16',
    dnsDomain: 'shop.internal',
  };
  expect(problemsOf({ url }, { kubernetes })).toEqual([
    `oidc.issuers[0].url: "${url}" issues the tokens of the cluster's own ServiceAccounts; take the issuer of people`,
  ]);
  expect(problemsOf({ url })).toEqual([]);
});

test('takes cluster.local for the domain of a cluster that does not say another', () => {
  const url = 'https://kubernetes.default.svc.cluster.local';
  const context = testContext({ oidc: { issuers: [{ ...sso, url }] } });
  const { oidc } = context.config;
  const problems = checkOidc({ ...context, config: { oidc } });
  expect(problems.map(({ path }) => formatPath(path))).toEqual(['oidc.issuers[0].url']);
});

// Proves: access.oidc
test('refuses an issuer at a private address that may not be reached', () => {
  const url = 'https://10.20.0.7:8443';
  expect(problemsOf({ url })).toEqual([
    'oidc.issuers[0].addresses: missing; 10.20.0.7 is no address of the internet, so nothing reaches it unless it is listed here',
  ]);
  expect(problemsOf({ url, addresses: ['10.21.0.0/24'] })).toEqual([
    'oidc.issuers[0].addresses: does not contain 10.20.0.7, the address of the issuer; add 10.20.0.7/32',
  ]);
});

test('refuses a policy with the name of its own', () => {
  const spec = { policyTypes: ['Egress'], egress: [{ to: [{ podSelector: {} }] }] };
  const isolation = { customNetworkPolicies: [{ name: 'issuers', spec }] };
  expect(problemsOf({}, { isolation })).toEqual([
    'isolation.customNetworkPolicies[0].name: "issuers" is the name of a policy of Strata\'s own, for oidc.issuers; take another',
  ]);
  expect(checkOidc(testContext({ isolation }))).toEqual([]);
});
