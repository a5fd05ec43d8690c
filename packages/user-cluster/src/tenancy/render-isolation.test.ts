// SPDX-License-Identifier: Apache-2.0
import { testContext, testPlatform } from '../test-context.ts';
import { internet } from './outside.ts';
import { host, inNamespace, open, tcp } from './policy-peers.ts';
import { policyNames, renderIsolation } from './render-isolation.ts';

const address = (cidr: string) => ({ ipBlock: { cidr } });
const namespace = (name: string) => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
});
const port = (number: number, protocol = 'TCP') => ({ protocol, port: number });
const role = 'cluster.x-k8s.io/role';
const machines = { matchExpressions: [{ key: role, operator: 'Exists' }] };
const cdiPods = (kind: string) => ({ matchLabels: { 'cdi.kubevirt.io': kind } });
const components = (...values: string[]) => ({
  matchExpressions: [{ key: 'strata.dev/component', operator: 'In', values }],
});
const endpoint = { to: [address('203.0.113.2/32')], ports: [port(6443)] };
const dns = {
  to: [
    { ...namespace('kube-system'), podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } },
    address('10.96.0.10/32'),
  ],
  ports: [port(53, 'UDP'), port(53)],
};
const registries = { to: [address('10.20.0.0/24')], ports: [port(443), port(5000)] };
const anyApi = { ports: [port(443), port(6443)] };

const context = testContext({
  isolation: { registries: { addresses: ['10.20.0.0/24'], ports: [443, 5000] } },
  network: { ntp: ['192.0.2.7'] },
});

// Proves: cluster-networks.isolation, cluster-networks.no-empty-rule
test('the policies of a cluster are these, word for word', () => {
  expect(renderIsolation(context)).toEqual({
    'default-deny': { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
    'same-cluster': {
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [{ podSelector: {} }] }],
      egress: [{ to: [{ podSelector: {} }] }],
    },
    dns: {
      podSelector: { matchExpressions: [{ key: role, operator: 'DoesNotExist' }] },
      policyTypes: ['Egress'],
      egress: [dns],
    },
    machines: {
      podSelector: machines,
      policyTypes: ['Egress'],
      egress: [
        dns,
        endpoint,
        registries,
        { to: [address('192.0.2.7/32')], ports: [port(123, 'UDP')] },
      ],
    },
    api: {
      podSelector: { matchLabels: { [role]: 'control-plane' } },
      policyTypes: ['Ingress'],
      ingress: [{ ports: [port(6443)] }],
    },
    'load-balancers': {
      podSelector: { matchLabels: { [role]: 'worker' } },
      policyTypes: ['Ingress'],
      ingress: [
        {
          ports: [
            { ...port(30_000), endPort: 32_767 },
            { ...port(30_000, 'UDP'), endPort: 32_767 },
          ],
        },
      ],
    },
    'image-import': {
      podSelector: cdiPods('importer'),
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [namespace('cdi')], ports: [port(8443)] }],
      egress: [registries],
    },
    'image-copy': {
      podSelector: {
        matchExpressions: [
          {
            key: 'cdi.kubevirt.io',
            operator: 'In',
            values: ['cdi-upload-server', 'cdi-clone-source'],
          },
        ],
      },
      policyTypes: ['Ingress'],
      ingress: [
        {
          from: [
            namespace('cdi'),
            { ...namespace('images'), podSelector: cdiPods('cdi-clone-source') },
          ],
          ports: [port(8443)],
        },
      ],
    },
    controllers: {
      podSelector: components('cloud-controller-manager', 'csi-controller'),
      policyTypes: ['Egress'],
      egress: [anyApi, endpoint],
    },
    'node-metrics': {
      podSelector: machines,
      policyTypes: ['Ingress'],
      ingress: [
        {
          from: [
            {
              ...namespace('monitoring'),
              podSelector: { matchLabels: { 'app.kubernetes.io/name': 'prometheus' } },
            },
          ],
          ports: [port(9100)],
        },
      ],
    },
  });
});

const bastion = {
  via: 'bastion',
  authorizedKeys: ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJZ0 ann'],
};

test('policies of the configuration can have no name of these', () => {
  expect(Object.keys(renderIsolation(testContext({ access: { ssh: bastion } })))).toEqual(
    policyNames,
  );
});

// Proves: access.bastion, access.node-port, access.pool-address
test.each([
  ['bastion', components('ssh-bastion'), 2222],
  ['node-port', { matchLabels: { [role]: 'control-plane' } }, 22],
  ['load-balancer', { matchLabels: { [role]: 'control-plane' } }, 22],
])('SSH via %s is open at one port, to the sources that are named', (via, podSelector, number) => {
  const sshOf = (more: object) =>
    renderIsolation(testContext({ access: { ssh: { ...bastion, via, ...more } } })).ssh;
  const open22 = { podSelector, policyTypes: ['Ingress'] };
  expect(sshOf({})).toEqual({ ...open22, ingress: [{ ports: [port(number)] }] });
  expect(sshOf({ sources: ['10.0.0.0/8'] })).toEqual({
    ...open22,
    ingress: [{ from: [address('10.0.0.0/8')], ports: [port(number)] }],
  });
});

test.each([['none'], ['network']])('SSH via %s needs no policy', (via) => {
  const ssh = { ...bastion, via };
  expect(renderIsolation(testContext({ access: { ssh } }))).not.toHaveProperty('ssh');
});

// Proves: cluster-networks.isolation
test.each<[readonly string[], readonly object[]]>([
  [
    ['192.0.2.7', '2001:db8::7'],
    [address('192.0.2.7/32'), address('2001:db8::7/128')],
  ],
  [
    ['192.0.2.7', 'time.example.org'],
    [address('192.0.2.7/32'), { ipBlock: internet(context) }],
  ],
  [['time.example.org'], [{ ipBlock: internet(context) }]],
])('machines reach the time servers %j where they may be', (ntp, to) => {
  const { machines: ofMachines } = renderIsolation(testContext({ network: { ntp } }));
  expect((ofMachines?.egress as readonly unknown[]).at(-1)).toEqual({
    to,
    ports: [port(123, 'UDP')],
  });
});

test('a machine that resolves names as pods do asks the DNS of the infra cluster', () => {
  const [pool] = testContext().config.pools;
  const asked = testContext({
    network: { dns: { servers: ['8.8.8.8'] } },
    pools: [{ ...pool, dnsPolicy: 'ClusterFirst' }],
  });
  const { machines: ofMachines } = renderIsolation(asked);
  expect((ofMachines?.egress as readonly { to: object[] }[])[0]?.to).toContainEqual(dns.to[0]);
  // Not only where the other pools do, too, or where the address of its Service is known.
  const [, ...others] = testContext().config.pools;
  const pools = [{ ...pool, dnsPolicy: 'ClusterFirst' }, { ...pool, name: 'own' }, ...others];
  const clusterNetwork = { ...testPlatform.clusterNetwork, dnsServers: [] };
  const byPods = renderIsolation(
    testContext({ network: { dns: { servers: ['8.8.8.8'] } }, pools }, { clusterNetwork }),
  );
  expect((byPods.machines?.egress as readonly object[])[0]).toEqual({
    ...dns,
    to: [dns.to[0], address('8.8.8.8/32')],
  });
  const alone = testContext({ network: { dns: { servers: ['8.8.8.8'] } } });
  expect((renderIsolation(alone).machines?.egress as readonly object[])[0]).toEqual({
    ...dns,
    to: [address('8.8.8.8/32')],
  });
});

test('volumes are copied from each namespace of images, and CDI asks from its own', () => {
  const [image] = testPlatform.goldenImages;
  const goldenImages = [image, { ...image, name: 'b' }, { ...image, name: 'c', namespace: 'more' }];
  const platform = { ...testPlatform, goldenImages: goldenImages as [typeof image] };
  const copies = (namespaces: Readonly<Record<string, string>>) => {
    const all = renderIsolation({ ...context, platform: { ...platform, namespaces } as never });
    return (all['image-copy']?.ingress as readonly { from: object[] }[])[0]?.from;
  };
  const senders = ['images', 'more'].map((name) => ({
    ...namespace(name),
    podSelector: cdiPods('cdi-clone-source'),
  }));
  expect(copies({ cdi: 'of-others' })).toEqual([namespace('of-others'), ...senders]);
  expect(copies({})).toEqual([namespace('cdi'), ...senders]);
});

// Proves: volumes.backup
test.each([
  [undefined, anyApi],
  [{ addresses: [], ports: [9443] }, anyApi],
  [
    { addresses: ['10.96.0.1', '10.0.0.11'], ports: [9443] },
    { to: [address('10.96.0.1/32'), address('10.0.0.11/32')], ports: [port(9443)] },
  ],
])('with the API %j of the infra cluster, snapshots and controllers reach it so', (api, rule) => {
  const backup = { target: { volume: { sizeGiB: 20 } }, volumes: {} };
  const infraApi = api === undefined ? {} : { infraApi: api };
  const rendered = renderIsolation({ ...testContext({ backup }), ...infraApi });
  expect(rendered['volume-backup']).toEqual({
    podSelector: components('volume-backup'),
    policyTypes: ['Egress'],
    egress: [rule],
  });
  expect((rendered.controllers?.egress as readonly object[])[0]).toEqual(rule);
});

test('peers have whole addresses, and nobody but the pods that are meant', () => {
  expect(host('2001:db8::1')).toEqual(address('2001:db8::1/128'));
  expect(inNamespace('a')).toStrictEqual(namespace('a'));
  expect(open(tcp(1), undefined)).toStrictEqual([{ ports: [port(1)] }]);
  expect(open(tcp(1, 2), ['10.0.0.0/8'])).toStrictEqual([
    { from: [address('10.0.0.0/8')], ports: [port(1), port(2)] },
  ]);
});
