// SPDX-License-Identifier: Apache-2.0
import { releases } from '@strata/contracts';
import { kubernetesMinors } from '../../bootstrap/kubernetes-minors.ts';
import { partners } from '../../oidc/testing/test-issuers.ts';
import { testContext } from '../../test-context.ts';
import type { Change } from '../../test-context.ts';
import { checkDelivery } from './index.ts';

const flux = { url: 'https://git.example.org/shop.git', ref: { branch: 'main' } };
const privateKey = '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n';

const problemsOf = (more: object, change: Change = {}) =>
  checkDelivery(testContext({ delivery: { flux: { ...flux, ...more } }, ...change })).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

test('accepts a repository on the internet, and a cluster without any', () => {
  expect(problemsOf({})).toEqual([]);
  expect(checkDelivery(testContext())).toEqual([]);
  expect(checkDelivery({ ...testContext(), config: {} })).toEqual([]);
});

test('reports no version where the Kubernetes of the cluster or the release of the platform is not known', () => {
  const context = testContext({ delivery: { flux } });
  const { delivery, kubernetes } = context.config;
  expect(checkDelivery({ ...context, config: { delivery } })).toEqual([]);
  const config = { delivery, kubernetes: { ...kubernetes, version: '1.37.0' } };
  const platform = { ...context.platform, release: 'v0.1' };
  expect(checkDelivery({ ...context, platform, config })).toEqual([]);
});

// Proves: clusters.delivery
test('Flux is one for the Kubernetes of the cluster', () => {
  const context = testContext({ delivery: { flux } });
  const at = (version: string) =>
    checkDelivery({
      ...context,
      config: { ...context.config, kubernetes: { ...context.config.kubernetes, version } },
    });
  const minors = kubernetesMinors.map(({ tested }) => tested);
  expect(minors.flatMap(at)).toEqual([]);
  expect(at('1.37.0')).toEqual([
    {
      path: ['delivery', 'flux'],
      message:
        'Flux 2.9.5 and Kubernetes of the user cluster 1.37.0 do not go together: Flux 2.9 is made for 1.34 to 1.36',
    },
  ]);
  expect([...new Set(releases.map(({ tenant }) => tenant.flux.version))]).toEqual(['2.9.5']);
});

// Proves: clusters.delivery
test('refuses a server that nothing could reach, or whose authority nobody can read', () => {
  const url = 'https://10.20.0.7:8443/shop.git';
  expect(problemsOf({ url })).toEqual([
    'delivery.flux.addresses: missing; 10.20.0.7 is no address of the internet, so nothing reaches it unless it is listed here',
  ]);
  expect(problemsOf({ url, addresses: ['10.20.1.0/24'] })).toEqual([
    'delivery.flux.addresses: does not contain 10.20.0.7, the address of the Git server; add 10.20.0.7/32',
  ]);
  const { certificateAuthority } = partners;
  expect(problemsOf({ url, addresses: ['10.20.0.0/24'], certificateAuthority })).toEqual([
    'delivery.flux.certificateAuthority: certificate 1 of 1 cannot be read; copy it again',
  ]);
});

// Proves: clusters.delivery
test('refuses a server whose key is not among the known ones', () => {
  const of = (url: string, names: string) => {
    const knownHosts = `other.example.org ssh-ed25519 AAAA\n${names} ssh-ed25519 AAAA\n`;
    return problemsOf({ url, credentials: { privateKey, knownHosts } });
  };
  const url = 'ssh://git@git.example.org/shop.git';
  expect(of(url, 'git.example.org')).toEqual([]);
  expect(of(url, 'git.example.org,192.0.2.7')).toEqual([]);
  expect(of(url, '|1|salt|hash')).toEqual([]);
  expect(of('ssh://git@git.example.org:2222/shop.git', '[git.example.org]:2222')).toEqual([]);
  expect(of('ssh://git@git.example.org:22/shop.git', 'git.example.org')).toEqual([]);
  expect(of(url, '*.example.org')).toEqual([]);
  expect(of(url, 'git?.example.org')).toEqual([]);
  expect(of(url, 'git.example.com')).toEqual([
    'delivery.flux.credentials.knownHosts: has no line for git.example.org, so Flux would not connect; add what ssh-keyscan prints of the server',
  ]);
  expect(of(url, 'x|1')).toHaveLength(1);
  expect(of('ssh://git@git.example.org:2222/shop.git', 'git.example.org')).toEqual([
    'delivery.flux.credentials.knownHosts: has no line for [git.example.org]:2222, so Flux would not connect; add what ssh-keyscan prints of the server',
  ]);
});

test('refuses a policy with the name of its own', () => {
  const customNetworkPolicies = [{ name: 'delivery', spec: { podSelector: {} } }];
  expect(problemsOf({}, { isolation: { customNetworkPolicies } })).toEqual([
    'isolation.customNetworkPolicies.0.name: "delivery" is the name of a policy of Strata\'s own, for delivery.flux; take another',
  ]);
});
