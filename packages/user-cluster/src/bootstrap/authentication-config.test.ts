// SPDX-License-Identifier: Apache-2.0
import { partners, sso } from '../oidc/testing/test-issuers.ts';
import { renderAuthentication } from './authentication-config.ts';
import { testConfig } from './test-bootstrap.ts';

const userValidationRules = [
  {
    expression: "!user.username.matches('^(system|strata|kubeadm):')",
    message: "names of users that begin with system:, strata:, kubeadm: are the cluster's own",
  },
  {
    expression: "!user.username.matches('^[a-z0-9-]*$')",
    message:
      'names of letters, digits and dashes alone are those of kubeconfigs; a prefix is missing',
  },
  {
    expression:
      "!has(user.groups) || user.groups.all(group, !group.matches('^(system|strata|kubeadm):'))",
    message: "names of groups that begin with system:, strata:, kubeadm: are the cluster's own",
  },
];

// Proves: access.oidc
test('a cluster without issuers has no file, so nothing of its machines changes', () => {
  expect(renderAuthentication(testConfig())).toBeUndefined();
  const groups = [{ group: 'sso:a', role: 'view' }];
  const oidc = { issuers: [], groups };
  expect(renderAuthentication({ ...testConfig(), oidc })).toBeUndefined();
});

// Proves: access.oidc
test('each issuer is one of the API server, with the rules that hold for everybody', () => {
  expect(renderAuthentication(testConfig({ oidc: { issuers: [sso, partners] } }))).toEqual({
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'AuthenticationConfiguration',
    jwt: [
      {
        issuer: {
          url: 'https://login.example.org/realms/shop',
          audiences: ['kubernetes'],
          audienceMatchPolicy: 'MatchAny',
        },
        claimMappings: {
          username: { claim: 'sub', prefix: 'sso:' },
          groups: { claim: 'groups', prefix: 'sso:' },
        },
        userValidationRules,
      },
      {
        issuer: {
          url: 'https://10.20.0.7:8443/dex',
          audiences: ['kubectl', 'ci'],
          audienceMatchPolicy: 'MatchAny',
          certificateAuthority: partners.certificateAuthority,
        },
        claimMappings: { username: { expression: '"partners:" + claims.email' } },
        claimValidationRules: [
          { expression: 'claims.email_verified == true', message: 'verify it' },
        ],
        userValidationRules,
      },
    ],
  });
});
