// SPDX-License-Identifier: Apache-2.0
import { partners, sso } from '../oidc/testing/test-issuers.ts';
import { testContext } from '../test-context.ts';
import { internet } from './outside.ts';
import { renderIsolation } from './render-isolation.ts';
import { serverPolicies } from './server-policies.ts';

// Proves: access.oidc
test('the API server, and nobody else, reaches each issuer at its port', () => {
  const context = testContext({ oidc: { issuers: [sso, partners] } });
  const { issuers } = renderIsolation(context);
  expect(issuers).toEqual({
    podSelector: { matchLabels: { 'cluster.x-k8s.io/role': 'control-plane' } },
    policyTypes: ['Egress'],
    egress: [
      {
        to: [{ ipBlock: internet(context) }],
        ports: [{ protocol: 'TCP', port: 443 }],
      },
      { to: [{ ipBlock: { cidr: '10.20.0.7/32' } }], ports: [{ protocol: 'TCP', port: 8443 }] },
    ],
  });
});

// Proves: clusters.audit-webhook
test('the API server, and nobody else, reaches the server of its audit log', () => {
  const webhook = { url: 'https://10.20.0.7:8443/shop', addresses: ['10.20.0.7/32'] };
  expect(serverPolicies(testContext({ audit: { webhook } }))).toEqual({
    'audit-webhook': {
      podSelector: { matchLabels: { 'cluster.x-k8s.io/role': 'control-plane' } },
      policyTypes: ['Egress'],
      egress: [
        { to: [{ ipBlock: { cidr: '10.20.0.7/32' } }], ports: [{ protocol: 'TCP', port: 8443 }] },
      ],
    },
  });
});

// Proves: clusters.delivery
test.each([
  ['https://10.20.0.7:8443/shop.git', 8443],
  ['https://10.20.0.7/shop.git', 443],
  ['ssh://git@10.20.0.7/shop.git', 22],
])('the workers reach the Git server of %s, and the control plane does not', (url, port) => {
  const ofSsh = {
    privateKey: '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n',
    knownHosts: '10.20.0.7 ssh-ed25519 AAAA\n',
  };
  const flux = {
    url,
    ref: { branch: 'main' },
    addresses: ['10.20.0.7/32'],
    ...(url.startsWith('ssh:') && { credentials: ofSsh }),
  };
  expect(serverPolicies(testContext({ delivery: { flux } }))).toEqual({
    delivery: {
      podSelector: { matchLabels: { 'cluster.x-k8s.io/role': 'worker' } },
      policyTypes: ['Egress'],
      egress: [{ to: [{ ipBlock: { cidr: '10.20.0.7/32' } }], ports: [{ protocol: 'TCP', port }] }],
    },
  });
});

test('a cluster without issuers, webhook and repository has no such policies', () => {
  expect(serverPolicies(testContext())).toEqual({});
});
