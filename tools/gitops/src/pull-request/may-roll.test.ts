// SPDX-License-Identifier: Apache-2.0
import { renderUserData } from '@strata/user-cluster/machine-data';
import type { ControlPlaneKeys } from '@strata/user-cluster/machine-data';
import { machineGeneration, poolMachine } from '@strata/user-cluster/machines-only';
import { testConfig, testContext } from '@strata/user-cluster/test-context';
import type { FileChange } from './author-changes.ts';
import { mayRoll, whoseMachines } from './may-roll.ts';

const machine = { instancetype: 'standard-2', rootDisk: { image: 'ubuntu', sizeGiB: 20 } };
const kubernetes = {
  version: '1.35.4',
  podCidr: '10.100.0.0/16',
  serviceCidr: '10.101.0.0/16',
};
const controlPlane = {
  ...machine,
  replicas: 3,
  endpoint: { address: '203.0.113.2' },
  peers: { network: 'own', addresses: ['10.20.0.11/24', '10.20.0.12/24', '10.20.0.13/24'] },
};
const pool = {
  name: 'md-a',
  replicas: 2,
  ...machine,
  interfaces: [{ network: 'own', addresses: 'none' }],
};
const vlan = { name: 'own', bridge: 'br1', vlan: 400 };
const network = { vlans: [vlan] };

const sso = {
  name: 'sso',
  url: 'https://login.example.org',
  audiences: ['a'],
  claimMappings: {
    username: { claim: 'sub', prefix: 'sso:' },
    groups: { claim: 'groups', prefix: 'sso:' },
  },
};

const oidc = { issuers: [sso] };
const audit = { webhook: { url: 'https://logs.example.org' } };

type Values = Readonly<Record<string, unknown>>;

const authority = { certificatePem: 'certificate', publicKeyPins: [`sha256:${'0'.repeat(64)}`] };
const pair = { certificatePem: 'certificate', privateKeyPem: 'key' };
const trusted = { ...pair, trustedPem: 'certificate' };
const keys: ControlPlaneKeys = {
  cluster: pair,
  etcd: trusted,
  frontProxy: trusted,
  encryptionKeys: [{ name: 'strata', secret: 'a2V5' }],
  serviceAccount: { publicKeyPem: 'public', privateKeyPem: 'key' },
};

/** The generations of the pool and of the control plane of a cluster that says something else. */
function generations(change: Values): { readonly pool: string; readonly controlPlane: string } {
  const config = testConfig({
    kubernetes,
    controlPlane,
    pools: [pool],
    network,
    oidc,
    audit,
    ...change,
  });
  const context = { ...testContext(), config };
  const [first] = config.pools;
  if (first === undefined) throw new Error('the configuration has no pool');
  const { cluster, namespace, platform } = context;
  const told = {
    cluster,
    namespace,
    platform,
    config,
    authority,
    token: 'abcdef.0123456789abcdef',
  };
  const worker = renderUserData({
    ...told,
    role: 'worker',
    machine: first,
    kubernetesVersion: first.kubernetesVersion ?? config.kubernetes.version,
  });
  const master = renderUserData({
    ...told,
    role: 'control-plane',
    index: 0,
    machine: config.controlPlane,
    keys,
  });
  const own = {
    ...poolMachine(context, first),
    autoRestart: undefined,
    role: 'control-plane',
    group: 'cp',
  } as const;
  return {
    pool: machineGeneration(poolMachine(context, first), worker),
    controlPlane: machineGeneration({ ...own, machine: config.controlPlane }, master),
  };
}

const before = generations({});

const ofPool = (change: Values) => ({ pools: [{ ...pool, ...change }] });
const ofControlPlane = (change: Values) => ({ controlPlane: { ...controlPlane, ...change } });
const ofOidc = (change: Values) => ({ oidc: { ...oidc, ...change } });
const ofVlan = (change: Values) => ({ network: { vlans: [{ ...vlan, ...change }] } });
const ofKubernetes = (change: Values) => ({ kubernetes: { ...kubernetes, ...change } });

test.each<[string, Values]>([
  ['pools[md-a].replicas', ofPool({ replicas: 3 })],
  ['pools[md-a].maxUnavailable', ofPool({ maxUnavailable: 2 })],
  ['pools[md-a].maxSurge', ofPool({ maxSurge: 2 })],
  ['pools[md-a].minReadySeconds', ofPool({ minReadySeconds: 2 })],
  ['pools[md-a].joinSeconds', ofPool({ joinSeconds: 600 })],
  ['controlPlane.etcdDisk.sizeGiB', ofControlPlane({ etcdDisk: { sizeGiB: 20 } })],
  ['kubernetes.kubeconfigs[a]', ofKubernetes({ kubeconfigs: [{ name: 'a', role: 'view' }] })],
  ['oidc.issuers[sso].addresses[0]', ofOidc({ issuers: [{ ...sso, addresses: ['10.0.0.5/32'] }] })],
  [
    'audit.webhook.addresses[0]',
    { audit: { ...audit, webhook: { ...audit.webhook, addresses: ['10.0.0.5/32'] } } },
  ],
  ['oidc.groups[a]', ofOidc({ groups: [{ group: 'sso:a', role: 'view' }] })],
  ['isolation.apiSources', { isolation: { apiSources: ['10.0.0.0/16'] } }],
  ['isolation.registries.ports', { isolation: { registries: { ports: [443] } } }],
  ['network.vlans[own].vlan', ofVlan({ vlan: 401 })],
  ['network.vlans[own].bridge', ofVlan({ bridge: 'br2' })],
  ['network.vlans[own].mtu', ofVlan({ mtu: 9000 })],
  ['network.vlans[own].macSpoofCheck', ofVlan({ macSpoofCheck: false })],
  ['network.vlans[own].bridgeMarker', ofVlan({ bridgeMarker: false })],
  ['quota.loadBalancers', { quota: { loadBalancers: 3 } }],
  ['storage.classes[a]', { storage: { classes: [{ name: 'a', infraClass: 'fast' }] } }],
  ['deletion.protect', { deletion: { protect: false } }],
  ['hibernated', { hibernated: true }],
  ['expires', { expires: '2027-01-31' }],
  ['pullRequest', { pullRequest: { repository: 'acme/shop', number: 12 } }],
  ['applications.metricsServer', { applications: { metricsServer: true } }],
  [
    'delivery.flux.url',
    { delivery: { flux: { url: 'https://git.example.org/shop', ref: { branch: 'main' } } } },
  ],
])('%s is of nobody’s machines', (path, change) => {
  expect(whoseMachines(path)).toBe('nobody');
  expect(generations(change)).toEqual(before);
});

test.each<[string, Values]>([
  ['pools[md-a].instancetype', ofPool({ instancetype: 'standard-4' })],
  [
    'pools[md-a].autoRestart.unreachableSeconds',
    ofPool({ autoRestart: { unreachableSeconds: 600 } }),
  ],
  ['pools[md-a].labels.tier', ofPool({ labels: { tier: 'web' } })],
  ['pools[md-a].rootDisk.sizeGiB', ofPool({ rootDisk: { image: 'ubuntu', sizeGiB: 30 } })],
])('%s is of the machines of its pool alone', (path, change) => {
  const after = generations(change);
  expect(whoseMachines(path)).toBe('pool');
  expect(after.pool).not.toBe(before.pool);
  expect(after.controlPlane).toBe(before.controlPlane);
});

test('a pool that comes or goes is of nobody’s machines, another list of pools is of all machines', () => {
  expect(whoseMachines('pools[md-a]')).toBe('nobody');
  expect(whoseMachines('pools')).toBe('all');
});

test.each([
  ['keys.serviceAccount.phase', 'control plane'],
  ['keys.encryption.generation', 'control plane'],
  ['keys.etcdAuthority', 'control plane'],
  ['keys.etcdAuthority.phase', 'control plane'],
  ['keys.frontProxyAuthority.generation', 'control plane'],
  ['keys.authority', 'all'],
  ['keys.authority.phase', 'all'],
  ['keys', 'all'],
])('%s is of the machines that have this key: %s', (path, whose) => {
  expect(whoseMachines(path)).toBe(whose);
});

test.each<[string, Values]>([
  ['controlPlane.instancetype', ofControlPlane({ instancetype: 'standard-4' })],
  ['audit.level', { audit: { level: 'Request' } }],
  ['oidc.issuers[sso].audiences', ofOidc({ issuers: [{ ...sso, audiences: ['b'] }] })],
])('%s is of the control plane alone', (path, change) => {
  const after = generations(change);
  expect(whoseMachines(path)).toBe('control plane');
  expect(after.controlPlane).not.toBe(before.controlPlane);
  expect(after.pool).toBe(before.pool);
});

test.each<[string, Values]>([
  ['kubernetes.version', ofKubernetes({ version: '1.34.4' })],
  ['network.ntp', { network: { ...network, ntp: ['192.0.2.1'] } }],
])('%s is of all machines', (path, change) => {
  const after = generations(change);
  expect(whoseMachines(path)).toBe('all');
  expect(after.pool).not.toBe(before.pool);
  expect(after.controlPlane).not.toBe(before.controlPlane);
});

const changed = (file: string, ...paths: readonly string[]): FileChange => ({
  file,
  kind: 'changed',
  fields: paths.map((path) => ({ kind: 'moved', path })),
});

test('says of each cluster what its keys can replace', () => {
  const shop = 'user-cluster/Pulumi.prod.shop.yaml';
  const of = (...files: readonly FileChange[]) => mayRoll({ files, code: [] });
  const cluster = { environment: 'prod', cluster: 'shop' };
  expect(of(changed(shop, 'pools[a].cpu', 'pools[b].cpu', 'controlPlane.cpu'))).toEqual({
    clusters: [{ ...cluster, machines: ['pool "a"', 'pool "b"', 'control plane'] }],
    isMore: false,
  });
  expect(of(changed(shop, 'pools[a].cpu', 'access.ssh.via')).clusters).toEqual([
    { ...cluster, machines: ['all machines'] },
  ]);
  expect(of({ file: shop, kind: 'changed' }).clusters).toEqual([
    { ...cluster, machines: ['all machines'] },
  ]);
  expect(of(changed(shop, 'pools[a].replicas'), { file: shop, kind: 'removed' })).toEqual({
    clusters: [],
    isMore: false,
  });
});

// Proves: clusters.profiles
test('a profile can replace what its keys can replace of every cluster that extends it', () => {
  const clusters = ['blog', 'shop'].map((cluster) => ({ environment: 'prod', cluster }));
  const profile = { ...changed('profiles/small.yaml', 'pools[a].cpu'), clusters };
  const shop = changed('user-cluster/Pulumi.prod.shop.yaml', 'controlPlane.cpu', 'pools[a].cpu');
  expect(mayRoll({ files: [profile, shop], code: [] })).toEqual({
    clusters: [
      { environment: 'prod', cluster: 'blog', machines: ['pool "a"'] },
      { environment: 'prod', cluster: 'shop', machines: ['pool "a"', 'control plane'] },
    ],
    isMore: false,
  });
  expect(mayRoll({ files: [{ ...profile, kind: 'new' }], code: [] }).clusters).toEqual([]);
});

test('what else is changed is told, unless no machine is made of it', () => {
  const isMore = (file: string) => mayRoll({ files: [changed(file, 'a')], code: [] }).isMore;
  expect(isMore('kubevirt-stack/Pulumi.prod.yaml')).toBe(true);
  expect(isMore('blast-radius/prod.yaml')).toBe(false);
  expect(isMore('rings.yaml')).toBe(false);
  expect(isMore('prices/prod.yaml')).toBe(false);
  expect(isMore('infra-facts/prod.yaml')).toBe(false);
  const code = (place: string) => mayRoll({ files: [], code: [{ place, files: 1 }] }).isMore;
  expect(code('packages/user-cluster')).toBe(true);
  expect(code('docs')).toBe(false);
});
