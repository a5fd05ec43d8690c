// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { named, recordProgram, valueOf } from '@strata/testing';
import type { MetallbConfig } from '../config/index.ts';
import { createAddressPools } from './address-pools.ts';

const record = (metallb: MetallbConfig) =>
  recordProgram(() =>
    createAddressPools('lb', { environment: 'sandbox', namespace: 'metallb-system', metallb }),
  );

const labels = {
  'app.kubernetes.io/managed-by': 'strata',
  'strata.dev/environment': 'sandbox',
};
const annotations = { 'pulumi.com/patchFieldManager': 'strata' };
const metadata = (name: string) => ({ name, namespace: 'metallb-system', labels, annotations });

const names = async (resources: readonly pulumi.Resource[]) =>
  (await Promise.all(resources.map(({ urn }) => valueOf(urn)))).map((urn) =>
    urn.split('::').at(-1),
  );

const pool = (name: string, address: string, more = {}) => ({
  name,
  addresses: [address],
  autoAssign: true,
  ...more,
});

// Proves: networks.arp-or-bgp
test('announces by ARP by default, and makes no BGP peers', async () => {
  const recording = await record({ pools: [pool('default', '10.0.0.0/28')] });
  const made = ['lb-pool-default', 'lb-advertisement'];
  expect(recording.resources.map(({ name }) => name)).toEqual(made);
  expect(await names(recording.result)).toEqual(made);
  expect(named(recording, 'lb-advertisement').inputs).toEqual({
    apiVersion: 'metallb.io/v1beta1',
    kind: 'L2Advertisement',
    metadata: metadata('strata'),
    spec: { ipAddressPools: ['default'] },
  });
});

// Proves: networks.pool-of-one-cluster
test('a pool of one user cluster is used before the others for that cluster', async () => {
  const recording = await record({
    pools: [
      pool('tenant', '10.0.0.0/28', { boundTo: 'demo', avoidBuggyIPs: true }),
      pool('tenant-urgent', '10.0.1.0/28', { boundTo: 'demo', priority: 1 }),
      pool('zone', '10.0.2.0/28', { priority: 50, autoAssign: false }),
    ],
  });
  const pools = ['tenant', 'tenant-urgent', 'zone'];
  expect(pools.map((name) => named(recording, `lb-pool-${name}`).inputs.spec)).toEqual([
    {
      addresses: ['10.0.0.0/28'],
      autoAssign: true,
      avoidBuggyIPs: true,
      serviceAllocation: { priority: 10, namespaces: ['cluster-demo'] },
    },
    {
      addresses: ['10.0.1.0/28'],
      autoAssign: true,
      serviceAllocation: { priority: 1, namespaces: ['cluster-demo'] },
    },
    {
      addresses: ['10.0.2.0/28'],
      autoAssign: false,
      serviceAllocation: { priority: 50 },
    },
  ]);
});

// Proves: networks.arp-or-bgp
test('announces pools by ARP on some hosts, by BGP to some routers, or by both', async () => {
  const recording = await record({
    pools: [
      pool('near', '10.0.0.0/28', { announce: 'l2' }),
      pool('far', '10.0.1.0/28'),
      pool('wide', '10.0.2.0/28', { announce: 'both' }),
    ],
    mode: 'bgp',
    l2: { interfaces: ['bond0'], nodeSelector: { edge: 'yes' } },
    bgp: {
      peers: [
        { name: 'tor-1', myASN: 64512, peerASN: 64513, peerAddress: '10.0.0.1' },
        {
          name: 'tor-2',
          myASN: 64512,
          peerASN: 64514,
          peerAddress: '10.0.0.2',
          peerPort: 1179,
          holdTimeSeconds: 30,
          nodeSelector: { rack: 'r2' },
        },
      ],
      aggregationLength: 28,
      localPref: 100,
      communities: ['64512:100'],
    },
  });
  expect(named(recording, 'lb-advertisement').inputs.spec).toEqual({
    ipAddressPools: ['near', 'wide'],
    interfaces: ['bond0'],
    nodeSelectors: [{ matchLabels: { edge: 'yes' } }],
  });
  const advertisement = named(recording, 'lb-bgp-advertisement');
  expect(advertisement.inputs).toEqual({
    apiVersion: 'metallb.io/v1beta1',
    kind: 'BGPAdvertisement',
    metadata: metadata('strata'),
    spec: {
      ipAddressPools: ['far', 'wide'],
      peers: ['tor-1', 'tor-2'],
      aggregationLength: 28,
      localPref: 100,
      communities: ['64512:100'],
    },
  });
  expect(advertisement.dependsOn).toEqual([
    'lb-peer-tor-1',
    'lb-peer-tor-2',
    'lb-pool-far',
    'lb-pool-near',
    'lb-pool-wide',
  ]);
  const peers = ['tor-1', 'tor-2'].map((name) => named(recording, `lb-peer-${name}`).inputs);
  expect(peers.map(({ apiVersion }) => apiVersion)).toEqual([
    'metallb.io/v1beta2',
    'metallb.io/v1beta2',
  ]);
  expect(peers.map(({ metadata: found, spec }) => [found, spec])).toEqual([
    [metadata('tor-1'), { myASN: 64512, peerASN: 64513, peerAddress: '10.0.0.1' }],
    [
      metadata('tor-2'),
      {
        myASN: 64512,
        peerASN: 64514,
        peerAddress: '10.0.0.2',
        peerPort: 1179,
        holdTime: '30s',
        nodeSelectors: [{ matchLabels: { rack: 'r2' } }],
      },
    ],
  ]);
});

// Proves: networks.arp-or-bgp
test('makes no ARP advertisement if all pools are announced by BGP', async () => {
  const recording = await record({ pools: [pool('default', '10.0.0.0/28')], mode: 'bgp' });
  const made = ['lb-pool-default', 'lb-bgp-advertisement'];
  expect(recording.resources.map(({ name }) => name)).toEqual(made);
  expect(await names(recording.result)).toEqual(made);
  expect(named(recording, 'lb-bgp-advertisement').inputs.spec).toEqual({
    ipAddressPools: ['default'],
    peers: [],
  });
});

test('all objects are below the parent, wait for MetalLB and have an alias', async () => {
  const peer = { name: 'tor-1', myASN: 64512, peerASN: 64513, peerAddress: '10.0.0.1' };
  const { resources } = await recordProgram(() => {
    const metallb = new core.v1.Namespace('metallb');
    const parent = new pulumi.ComponentResource('test:index:Platform', 'platform');
    createAddressPools(
      'lb',
      {
        environment: 'sandbox',
        namespace: 'metallb-system',
        metallb: {
          pools: [pool('default', '10.0.0.0/28')],
          mode: 'both',
          bgp: { peers: [{ ...peer, password: 'hush' }] },
        },
      },
      { parent, dependsOn: [metallb] },
    );
  });
  const formerParents = [
    'urn:pulumi:sandbox::test::test:index:Platform$strata:kubevirt-stack:AddressPools::lb',
  ];
  const below = { parent: 'platform', formerParents };
  expect(
    resources
      .filter(({ parent }) => parent === 'platform')
      .map(({ name, inputs: { apiVersion }, parent, dependsOn, formerParents: former }) => ({
        name,
        apiVersion,
        parent,
        dependsOn,
        formerParents: former,
      })),
  ).toEqual([
    { name: 'lb-pool-default', apiVersion: 'metallb.io/v1beta1', dependsOn: ['metallb'], ...below },
    { name: 'lb-password-tor-1', apiVersion: 'v1', dependsOn: ['metallb'], ...below },
    {
      name: 'lb-advertisement',
      apiVersion: 'metallb.io/v1beta1',
      dependsOn: ['lb-pool-default'],
      ...below,
    },
    {
      name: 'lb-peer-tor-1',
      apiVersion: 'metallb.io/v1beta2',
      dependsOn: ['lb-password-tor-1'],
      ...below,
    },
    {
      name: 'lb-bgp-advertisement',
      apiVersion: 'metallb.io/v1beta1',
      dependsOn: ['lb-peer-tor-1', 'lb-pool-default'],
      ...below,
    },
  ]);
});

test('keeps the password of a BGP session as a secret, in a Secret', async () => {
  const peer = { name: 'tor-1', myASN: 64512, peerASN: 64513, peerAddress: '10.0.0.1' };
  const recording = await record({
    pools: [pool('default', '10.0.0.0/28')],
    mode: 'bgp',
    bgp: { peers: [{ ...peer, password: 'hush' }] },
  });
  const secret = named(recording, 'lb-password-tor-1');
  expect(secret.inputs).toEqual({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: metadata('bgp-tor-1'),
    type: 'kubernetes.io/basic-auth',
    stringData: { password: 'hush' },
  });
  expect(secret.secretInputs).toEqual(['stringData']);
  const router = named(recording, 'lb-peer-tor-1');
  expect(router.inputs.spec).toEqual({
    myASN: 64512,
    peerASN: 64513,
    peerAddress: '10.0.0.1',
    passwordSecret: { name: 'bgp-tor-1' },
  });
  expect(router.dependsOn).toEqual(['lb-password-tor-1']);
});
