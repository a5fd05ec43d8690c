// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { formatPath, inspectConfig } from '@strata/contracts';
import { sso } from '../oidc/testing/test-issuers.ts';
import { oidc } from './oidc-fields.ts';

const schema = z.strictObject({ oidc });

const authority = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';

type Values = Readonly<Record<string, unknown>>;

const inspect = (value?: unknown) =>
  inspectConfig(schema, {
    project: 'user-cluster',
    stack: 'sandbox.demo',
    values: value === undefined ? {} : { 'user-cluster:oidc': JSON.stringify(value) },
    secretKeys: [],
  });

const problems = (value: unknown) =>
  inspect(value).problems.map(({ path, message }) => `${formatPath(path)}: ${message}`);

const withIssuer = (change: Values) => ({ issuers: [{ ...sso, ...change }] });
const withUser = (username: Values) => withIssuer({ claimMappings: { username } });
const withGroups = (groups: Values) =>
  withIssuer({ claimMappings: { ...sso.claimMappings, groups } });
const withRules = (...claimValidationRules: readonly Values[]) =>
  withIssuer({ claimValidationRules });
const other = {
  ...sso,
  name: 'partners',
  url: 'https://partners.example.org',
  claimMappings: { username: { claim: 'sub', prefix: 'partners#' } },
};

// Proves: access.oidc
test('by default nobody logs in by OIDC', () => {
  expect(inspect().valid).toEqual({ oidc: { issuers: [], groups: [] } });
});

// Proves: access.oidc
test.each<[string, unknown]>([
  ['an issuer', { issuers: [sso] }],
  ['two issuers', { issuers: [sso, other] }],
  ['a port and no path', withIssuer({ url: 'https://10.0.0.7:8443' })],
  ['an authority', withIssuer({ certificateAuthority: authority })],
  ['two authorities', withIssuer({ certificateAuthority: `${authority}\n${authority}` })],
  ['a client that is an audience', withIssuer({ audiences: ['a', 'b'], clientId: 'b' })],
  ['an expression', withUser({ expression: '"sso:" + claims.sub' })],
  ['the URL as a prefix', withUser({ claim: 'sub', prefix: `${sso.url}#` })],
  [
    'verified addresses',
    withIssuer({
      claimMappings: { username: { expression: '"sso:" + claims.email' } },
      claimValidationRules: [{ expression: 'claims.email_verified == true' }],
    }),
  ],
  ['a claim that must be a text', withRules({ claim: 'hd', requiredValue: 'example.org' })],
  ['a role for a group', { issuers: [sso], groups: [{ group: 'sso:team', role: 'view' }] }],
  [
    'a role in namespaces, and another in all',
    {
      issuers: [sso],
      groups: [
        { group: 'sso:team', role: 'edit', namespaces: ['shop', 'web'] },
        { group: 'sso:team', role: 'view' },
      ],
    },
  ],
])('takes %s', (_, value) => {
  expect(problems(value)).toEqual([]);
});

const url =
  'expected a URL with https:// and without user, query and fragment, such as "https://login.example.org/realms/shop"';
const prefix =
  'expected a prefix that ends in ":", "#" or "/", such as "sso:", and does not begin with "system:", "strata:", "kubeadm:", which are the cluster\'s own names';
const ofUser = 'oidc.issuers[0].claimMappings.username';
const ofGroups = 'oidc.issuers[0].claimMappings.groups';
const ofRule = 'oidc.issuers[0].claimValidationRules[0]';

// The API server refuses the same values: packages/user-cluster/src/oidc/real-oidc.test.ts.
// Proves: access.oidc
test.each<[string, unknown, string]>([
  ['http', withIssuer({ url: 'http://a.example' }), `oidc.issuers[0].url: ${url}`],
  ['a user in the URL', withIssuer({ url: 'https://me@a.example' }), `oidc.issuers[0].url: ${url}`],
  ['a query', withIssuer({ url: 'https://a.example?x=1' }), `oidc.issuers[0].url: ${url}`],
  ['a fragment', withIssuer({ url: 'https://a.example/#x' }), `oidc.issuers[0].url: ${url}`],
  [
    'no audience',
    withIssuer({ audiences: [] }),
    'oidc.issuers[0].audiences: expected a list of at least one audience',
  ],
  [
    'an audience twice',
    withIssuer({ audiences: ['a', 'a'] }),
    'oidc.issuers[0].audiences[1]: is in the list already',
  ],
  [
    'an authority that is none',
    withIssuer({ certificateAuthority: 'x' }),
    'oidc.issuers[0].certificateAuthority: expected certificates in PEM',
  ],
  [
    'a claim and an expression',
    withUser({ claim: 'sub', prefix: 'a:', expression: 'claims.sub' }),
    `${ofUser}: has claim and expression; keep one of the two`,
  ],
  ['neither', withUser({}), `${ofUser}: takes nothing of the token; say claim, or expression`],
  [
    'no prefix',
    withUser({ claim: 'sub' }),
    `${ofUser}.prefix: missing; without a prefix, whoever may choose the claim is anybody in the cluster`,
  ],
  [
    'a prefix beside an expression',
    withGroups({ expression: 'claims.roles', prefix: 'a:' }),
    `${ofGroups}.prefix: has no effect beside expression; write it into the expression`,
  ],
  [
    'addresses that nobody has verified',
    withUser({ expression: '"sso:" + claims.email' }),
    `${ofUser}.expression: reads claims.email and nothing asks for claims.email_verified, so anybody who enters an address at the issuer would be its owner; add a rule with claims.email_verified == true`,
  ],
  [
    'a rule of nothing',
    withRules({}),
    `${ofRule}: asks for nothing; say claim and requiredValue, or expression`,
  ],
  [
    'a rule with two conditions',
    withRules({ claim: 'a', requiredValue: 'b', expression: 'true' }),
    `${ofRule}: has claim and expression; keep one of the two`,
  ],
  [
    'a claim that may be anything',
    withRules({ claim: 'a' }),
    `${ofRule}.requiredValue: missing; say what the claim must be, or take an expression`,
  ],
  [
    'a message of a claim',
    withRules({ claim: 'a', requiredValue: 'b', message: 'c' }),
    `${ofRule}.message: has no effect with claim; remove it`,
  ],
  [
    'a value beside an expression',
    withRules({ expression: 'true', requiredValue: 'b' }),
    `${ofRule}.requiredValue: has no effect with expression; remove it`,
  ],
  [
    'a rule twice',
    withRules({ expression: 'true' }, { expression: 'true' }),
    'oidc.issuers[0].claimValidationRules[1].expression: has a rule already; put both conditions into one expression',
  ],
  [
    'an issuer twice',
    { issuers: [sso, { ...other, url: sso.url }] },
    'oidc.issuers[1].url: another issuer has this url already',
  ],
])('refuses what the API server would refuse: %s', (_, value, problem) => {
  expect(problems(value)).toEqual([expect.stringContaining(problem)]);
});

// Proves: access.oidc
test.each<[string, unknown, string]>([
  ['an empty prefix', withUser({ claim: 'sub', prefix: '' }), `${ofUser}.prefix: ${prefix}`],
  [
    'a prefix that a claim makes a group of Kubernetes of',
    withGroups({ claim: 'groups', prefix: 's' }),
    `${ofGroups}.prefix: ${prefix}`,
  ],
  [
    'the prefix of Kubernetes',
    withGroups({ claim: 'groups', prefix: 'system:' }),
    `${ofGroups}.prefix: ${prefix}`,
  ],
  [
    "the prefix of kubeadm's administrators",
    withGroups({ claim: 'groups', prefix: 'kubeadm:' }),
    `${ofGroups}.prefix: ${prefix}`,
  ],
  [
    "the prefix of Strata's own programs",
    withUser({ claim: 'sub', prefix: 'strata:' }),
    `${ofUser}.prefix: ${prefix}`,
  ],
  [
    'a prefix that begins like that of another issuer',
    {
      issuers: [
        sso,
        { ...other, claimMappings: { username: { claim: 'sub', prefix: 'sso:partners:' } } },
      ],
    },
    'oidc.issuers[1].claimMappings.username.prefix: begins like "sso:" of issuer "sso", or the other way round, so whoever may choose a claim at one of them could be somebody of the other; take another',
  ],
  [
    'a right for everybody who is known',
    { issuers: [sso], groups: [{ group: 'system:authenticated', role: 'view' }] },
    'oidc.groups[0].group: expected the name of a group with its prefix, such as "sso:team-shop", which does not begin with "system:", "strata:", "kubeadm:"',
  ],
])('refuses what is dangerous: %s', (_, value, problem) => {
  expect(problems(value)).toEqual([expect.stringContaining(problem)]);
});

test.each<[string, unknown, string]>([
  [
    'a client that is no audience',
    withIssuer({ clientId: 'kubectl' }),
    'oidc.issuers[0].clientId: is none of the audiences, so its tokens would be refused; add it to audiences',
  ],
  [
    'a group without the prefix',
    { issuers: [sso], groups: [{ group: 'team', role: 'view' }] },
    'oidc.groups[0].group: has no members: names of groups begin with "sso:"',
  ],
  [
    'a group where no issuer has groups',
    { issuers: [other], groups: [{ group: 'sso:team', role: 'view' }] },
    'oidc.groups[0].group: has no members, for no issuer has claimMappings.groups',
  ],
  [
    'a right twice',
    {
      issuers: [sso],
      groups: [
        { group: 'sso:team', role: 'view', namespaces: ['a', 'b'] },
        { group: 'sso:team', role: 'view', namespaces: ['b'] },
      ],
    },
    'oidc.groups[1]: has the role "view" there already; remove one of the two',
  ],
  [
    'a role that is no name',
    { issuers: [sso], groups: [{ group: 'sso:team', role: 'a/b' }] },
    'oidc.groups[0].role: expected the name of a ClusterRole, such as "view", "edit", "admin" or "cluster-admin"',
  ],
])('refuses what would have no effect: %s', (_, value, problem) => {
  expect(problems(value)).toEqual([expect.stringContaining(problem)]);
});

test('a group may be anything where an expression makes it', () => {
  const issuers = [
    { ...sso, claimMappings: { ...sso.claimMappings, groups: { expression: 'claims.roles' } } },
  ];
  expect(problems({ issuers, groups: [{ group: 'team', role: 'view' }] })).toEqual([]);
});

test('says all problems at once', () => {
  const issuers = [
    { ...sso, url: 'http://a.example', audiences: [] },
    { ...other, claimMappings: { username: { claim: 'sub', prefix: '' } } },
  ];
  expect(inspect({ issuers }).problems.map(({ path }) => formatPath(path))).toEqual([
    'oidc.issuers[0].url',
    'oidc.issuers[0].audiences',
    'oidc.issuers[1].claimMappings.username.prefix',
  ]);
});
