// SPDX-License-Identifier: Apache-2.0
import type { InfraOutputs } from '@strata/contracts';
import { renderIsolation } from './render-isolation.ts';
import { testContext, testPlatform } from '../test-context.ts';

/** Returns the servers that the policies `dns` and `machines` open, where hosts have this cache. */
function dnsRules(dnsCache: InfraOutputs['dnsCache']) {
  const { dns, machines } = renderIsolation({ ...testContext(), infra: { hosts: [], dnsCache } });
  const to = (policy: typeof dns) => (policy?.egress as { to: unknown }[])[0]?.to;
  return { dns: to(dns), machines: to(machines) };
}

const dnsPods = (app: string) => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
  podSelector: { matchLabels: { 'k8s-app': app } },
});
const dnsService = { ipBlock: { cidr: '10.96.0.10/32' } };

test('where kubelets name the cache of their host to pods, backups and importers may ask it, and machines may not', () => {
  const cache = { ipBlock: { cidr: '169.254.20.10/32' } };
  expect(dnsRules({ mode: 'address', address: '169.254.20.10' })).toEqual({
    dns: [dnsPods('kube-dns'), dnsService, cache],
    machines: [dnsPods('kube-dns'), dnsService],
  });
});

test('where Cilium redirects to caches, whoever may ask the infra cluster’s DNS may ask the caches', () => {
  const servers = [dnsPods('kube-dns'), dnsPods('node-local-dns'), dnsService];
  expect(dnsRules({ mode: 'redirect' })).toEqual({ dns: servers, machines: servers });
});

test.each([[undefined], [{ mode: 'none' } as const]])(
  'with the cache %j, pods and machines ask the infra cluster’s DNS alone',
  (dnsCache) => {
    const servers = [dnsPods('kube-dns'), dnsService];
    expect(dnsRules(dnsCache)).toEqual({ dns: servers, machines: servers });
  },
);

// Kubernetes gives a headless Service the address "None".
test('where the infra cluster’s DNS has no address of its own, pods ask its pods alone', () => {
  const clusterNetwork = { ...testPlatform.clusterNetwork, dnsServers: ['None'] };
  const { dns } = renderIsolation(testContext({}, { clusterNetwork }));
  expect((dns?.egress as { to: unknown }[])[0]?.to).toEqual([dnsPods('kube-dns')]);
});
