// SPDX-License-Identifier: Apache-2.0
import { issuer } from './testing/test-cluster-config.ts';
import { messagesAt } from './testing/expect-refused.ts';
import { readsClaim } from './claim-fields.ts';

const named = (name: string, username: object, groups?: object) => ({
  ...issuer,
  name,
  url: `https://${name}.example.org`,
  claimMappings: { username, ...(groups !== undefined && { groups }) },
});
const by = (prefix: string) => ({ claim: 'sub', prefix });
const issuersOf = (...issuers: readonly object[]) => messagesAt('oidc', { issuers });
const groupsOf = (...groups: readonly object[]) =>
  messagesAt('oidc', { issuers: [issuer], groups });

const shared = (prefix: string, name: string) =>
  `begins like "${prefix}" of issuer "${name}", or the other way round, so whoever may choose a claim at ` +
  'one of them could be somebody of the other; take another';

// Proves: access.oidc
test('a prefix that begins like a later one is shared as well', () => {
  expect(issuersOf(named('a', by('sso:team:')), named('b', by('sso:')))).toEqual([
    shared('sso:team:', 'a'),
  ]);
  expect(issuersOf(named('a', by('sso:team:')), named('b', by('team:')))).toEqual([]);
});

// Proves: access.oidc
test('an issuer whose names an expression makes shares no prefix, nor does one whose prefix is none', () => {
  const free = named('free', { expression: 'claims.sub' });
  expect(issuersOf(free, named('b', by('sso:')))).toEqual([]);
  expect(issuersOf(named('a', by('sso:')), named('b', by('sso')))).toEqual([
    expect.stringMatching(/^expected a prefix that ends in/),
  ]);
});

const view = { group: 'sso:team', role: 'view' };
const twice = 'has the role "view" there already; remove one of the two';

// Proves: access.oidc
test('a group has a role once in a place', () => {
  expect(groupsOf(view, view)).toEqual([twice]);
  expect(groupsOf({ ...view, namespaces: ['a', 'a'] })).toEqual([twice]);
  const some = { ...view, namespaces: ['a', 'b'] };
  expect(groupsOf(some, { ...view, namespaces: ['b', 'c'] })).toEqual([twice]);
  expect(groupsOf(some, { ...view, namespaces: ['c', 'd'] })).toEqual([]);
  expect(groupsOf({ group: 'sso:ab', role: 'c' }, { group: 'sso:a', role: 'bc' })).toEqual([]);
});

test('names all prefixes that a group could have', () => {
  const issuers = [issuer, named('ci', by('ci:'), by('ci-groups:'))];
  expect(messagesAt('oidc', { issuers, groups: [{ ...view, group: 'team' }] })).toEqual([
    'has no members: names of groups begin with "sso:" or "ci-groups:"',
  ]);
});

test('a rule for a claim says what the claim must be', () => {
  expect(messagesAt('oidc.issuers.0.claimValidationRules', [{ claim: 'hd' }])).toEqual([
    'missing; say what the claim must be, or take an expression',
  ]);
});

test('what an expression has in quotes reads no claim', () => {
  expect(readsClaim('claims.email', 'email')).toBe(true);
  expect(readsClaim('claims.?email.orValue("a")', 'email')).toBe(true);
  for (const quoted of [
    "'claims.email'",
    '"claims.email"',
    String.raw`'it\'s claims.email'`,
    String.raw`"a \" claims.email"`,
    "claims'x'.email",
    'claims.emails',
  ]) {
    expect([quoted, readsClaim(quoted, 'email')]).toEqual([quoted, false]);
  }
  expect(readsClaim(undefined, 'email')).toBe(false);
});
