// SPDX-License-Identifier: Apache-2.0
import type { CheckContext } from '../checks/check-context.ts';
import { machineDnsServers } from './dns-servers.ts';
import type { MachineDns } from './dns-servers.ts';
import { checkMachines } from './index.ts';
import { renderIsolation } from '../tenancy/render-isolation.ts';
import { testContext as clusterContext } from '../test-context.ts';
import { renderDns } from './render-network.ts';
import { smallPool, testContext } from './test-cluster.ts';
import type { RawPool } from './test-cluster.ts';

const network = { dns: { servers: ['192.0.2.53'], searches: ['example.org'], ndots: 2 } };

/** Returns the DNS settings of the machines of a pool. */
function dnsOf(pool: RawPool) {
  const context = testContext({ network, pools: [{ ...smallPool, ...pool }] });
  const [machine] = context.config.pools;
  if (machine === undefined) throw new Error('the context has no pool');
  return renderDns({ ...context, machine });
}

// Proves: cluster-networks.dns-of-pools
test('machines that say nothing have what the cluster says', () => {
  expect(dnsOf({})).toEqual({
    dnsPolicy: 'None',
    dnsConfig: {
      nameservers: ['192.0.2.53'],
      searches: ['example.org'],
      options: [{ name: 'ndots', value: '2' }],
    },
  });
});

// Proves: cluster-networks.dns-of-pools
test('each key of a pool takes the place of what the cluster says', () => {
  expect(dnsOf({ dnsConfig: { options: [{ name: 'use-vc' }] } })).toStrictEqual({
    dnsPolicy: 'None',
    dnsConfig: {
      nameservers: ['192.0.2.53'],
      searches: ['example.org'],
      options: [{ name: 'ndots', value: '2' }, { name: 'use-vc' }],
    },
  });
  const own = {
    nameservers: ['8.8.8.8'],
    searches: [],
    options: [{ name: 'ndots', value: '5' }],
  };
  expect(dnsOf({ dnsPolicy: 'None', dnsConfig: own })).toEqual({
    dnsPolicy: 'None',
    dnsConfig: { nameservers: ['8.8.8.8'], options: [{ name: 'ndots', value: '5' }] },
  });
});

// Proves: cluster-networks.dns-of-pools
test('ClusterFirst is what pods of the infra cluster ask, and what is added', () => {
  expect(dnsOf({ dnsPolicy: 'ClusterFirst' })).toEqual({ dnsPolicy: 'ClusterFirst' });
  expect(dnsOf({ dnsPolicy: 'ClusterFirst', dnsConfig: { searches: ['example.com'] } })).toEqual({
    dnsPolicy: 'ClusterFirst',
    dnsConfig: { searches: ['example.com'] },
  });
});

// Proves: cluster-networks.dns-of-pools
test('only a machine that is told to asks the servers of the infra cluster, and a wall lets all through', () => {
  const dnsServers = ['10.96.0.10', '10.96.0.11', '10.96.0.12', '10.96.0.13'];
  const { config, platform } = testContext(
    { network: { dns: {} } },
    { clusterNetwork: { podCidrs: [], serviceCidrs: [], dnsServers } },
  );
  expect(machineDnsServers({}, { config, platform })).toEqual([]);
  const asked = (dnsConfig?: MachineDns['dnsConfig']) =>
    machineDnsServers({ dnsPolicy: 'ClusterFirst', dnsConfig }, { config, platform });
  expect(asked()).toEqual(dnsServers);
  expect(asked({ nameservers: ['8.8.8.8'] })).toEqual([...dnsServers, '8.8.8.8']);
});

const missing =
  'missing; machines of pool "md-a" with the dnsPolicy None ask nobody else; name a server, or leave dnsPolicy and nameservers out for those of network.dns';

// Proves: cluster-networks.dns-of-pools
test.each<[string, RawPool, string, string]>([
  ['None without servers', { dnsPolicy: 'None' }, 'dnsConfig.nameservers', missing],
  [
    'an empty list of servers',
    { dnsConfig: { nameservers: [] } },
    'dnsConfig.nameservers',
    missing.replace('missing', 'is empty'),
  ],
  [
    'a server that no machine reaches',
    { dnsConfig: { nameservers: ['8.8.8.8', '169.254.20.10'] } },
    'dnsConfig.nameservers.1',
    '169.254.20.10 is link-local, where clusters cache DNS on every node (169.254.20.10): the guest would ask itself; name a routable server',
  ],
  [
    'more servers than a resolver takes',
    { dnsConfig: { nameservers: ['8.8.8.8', '8.8.4.4', '1.1.1.1', '9.9.9.9'] } },
    'dnsConfig.nameservers',
    'a machine can have 3 DNS servers, not 4',
  ],
])('refuses %s', (_, pool, key, message) => {
  const problems = checkMachines(testContext({ network, pools: [{ ...smallPool, ...pool }] }));
  expect(problems.map(({ path, message: said }) => [path.join('.'), said])).toEqual([
    [`pools.0.${key}`, message],
  ]);
});

test('takes as many servers as a resolver does', () => {
  const dnsConfig = { nameservers: ['8.8.8.8', '8.8.4.4', '1.1.1.1'] };
  expect(checkMachines(testContext({ pools: [{ ...smallPool, dnsConfig }] }))).toEqual([]);
});

// Proves: cluster-networks.dns-of-pools
test('refuses ClusterFirst where pods ask the cache of their host', () => {
  const context = testContext({ pools: [{ ...smallPool, dnsPolicy: 'ClusterFirst' }] });
  const problems = (dnsCache: CheckContext['infra']['dnsCache']) =>
    checkMachines({ ...context, infra: { ...context.infra, dnsCache } });
  const refused = (asked: string) => ({
    path: ['pools', 0, 'dnsPolicy'],
    message: `pods of the infra cluster ask the cache of their host (${asked}), and a machine would ask itself instead; leave it out, or turn off infra:kubeone.features.nodeLocalDns`,
  });
  const address = '169.254.20.10';
  expect(problems(undefined)).toEqual([]);
  expect(problems({ mode: 'redirect', address })).toEqual([]);
  expect(problems({ mode: 'address', address })).toEqual([refused(address)]);
  expect(problems({ mode: 'address' })).toEqual([refused('node-local')]);
});

// Proves: cluster-networks.dns-of-pools
test('the walls let machines ask the servers of every pool, and the infra cluster only if one asks it', () => {
  const [pool] = clusterContext().config.pools;
  const egress = (more: object) => {
    const changed = { network, pools: [{ ...pool, ...more }] };
    const { machines } = renderIsolation(clusterContext(changed));
    const rules = machines?.egress as readonly {
      readonly ports?: readonly { readonly port: number }[];
      readonly to: unknown;
    }[];
    return rules.find(({ ports = [] }) => ports.some(({ port }) => port === 53))?.to;
  };
  const cluster = { ipBlock: { cidr: '192.0.2.53/32' } };
  const infra = {
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
    podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } },
  };
  expect(egress({})).toEqual([cluster]);
  expect(egress({ dnsConfig: { nameservers: ['8.8.8.8'] } })).toEqual([
    cluster,
    { ipBlock: { cidr: '8.8.8.8/32' } },
  ]);
  expect(egress({ dnsPolicy: 'ClusterFirst' })).toEqual([
    infra,
    cluster,
    { ipBlock: { cidr: '10.96.0.10/32' } },
  ]);
});
