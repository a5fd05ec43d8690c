// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { named, recordProgram } from '@strata/testing';
import type { NetworkConfig } from '../config/index.ts';
import { createMachineNetworks } from './machine-networks.ts';
import { networkCatalogue } from './network-catalogue.ts';

const networks: readonly NetworkConfig[] = [
  { name: 'tenant-a', type: 'vlan', bridge: 'br1', vlan: 100, mtu: 9000 },
  { name: 'flat', type: 'bridge', bridge: 'br1', bridgeMarker: false },
  { name: 'fast', type: 'sriov', resourceName: 'openshift.io/fast', vlan: 20, trust: true },
  {
    name: 'moves',
    type: 'vlan',
    bridge: 'br1',
    vlan: 7,
    use: 'migration',
    range: '10.7.0.0/24',
  },
];

const record = (these: readonly NetworkConfig[]) =>
  recordProgram(() =>
    createMachineNetworks('networks', {
      environment: 'sandbox',
      networks: these,
      kubevirtNamespace: 'kubevirt',
    }),
  );

const labels = {
  'app.kubernetes.io/managed-by': 'strata',
  'strata.dev/environment': 'sandbox',
};
const annotations = { 'pulumi.com/patchFieldManager': 'strata' };

test('networks are in a namespace of their own, in which no pod runs', async () => {
  const recording = await record(networks);
  expect(named(recording, 'networks-namespace').inputs.metadata).toEqual({
    name: 'platform-networks',
    labels: {
      ...labels,
      'pod-security.kubernetes.io/enforce': 'restricted',
      'pod-security.kubernetes.io/audit': 'restricted',
      'pod-security.kubernetes.io/warn': 'restricted',
    },
    annotations,
  });
});

// Proves: networks.more-at-any-time
test('a further network is one object more, and changes no other', async () => {
  const before = await record(networks.slice(0, 1));
  const after = await record(networks.slice(0, 2));
  expect(before.resources.length).toBe(2);
  expect(after.resources.filter(({ name }) => name !== 'networks-flat')).toEqual(before.resources);
  expect(named(after, 'networks-flat').type).toMatch(/:NetworkAttachmentDefinition$/);
});

// Proves: networks.bridge-marker, networks.vlan
test('a VM in a VLAN is scheduled to hosts that have its bridge, by default', async () => {
  const recording = await record(networks);
  const vlan = named(recording, 'networks-tenant-a');
  expect(vlan.inputs).toEqual({
    apiVersion: 'k8s.cni.cncf.io/v1',
    kind: 'NetworkAttachmentDefinition',
    metadata: {
      name: 'tenant-a',
      namespace: 'platform-networks',
      labels,
      annotations: {
        ...annotations,
        'k8s.v1.cni.cncf.io/resourceName': 'bridge.network.kubevirt.io/br1',
      },
    },
    spec: {
      config:
        '{"cniVersion":"0.3.1","name":"tenant-a","type":"bridge","bridge":"br1","vlan":100,' +
        '"preserveDefaultVlan":false,"macspoofchk":true,"mtu":9000,' +
        '"disableContainerInterface":true,"ipam":{}}',
    },
  });
  expect(vlan.dependsOn).toEqual(['networks-namespace']);
});

// Proves: networks.sr-iov
test.each([
  [
    'flat',
    annotations,
    '{"cniVersion":"0.3.1","name":"flat","type":"bridge","bridge":"br1","macspoofchk":true,' +
      '"disableContainerInterface":true,"ipam":{}}',
  ],
  [
    'fast',
    { ...annotations, 'k8s.v1.cni.cncf.io/resourceName': 'openshift.io/fast' },
    '{"cniVersion":"0.3.1","name":"fast","type":"sriov","vlan":20,"trust":"on","ipam":{}}',
  ],
])('renders the network %s', async (name, expected, config) => {
  const { inputs } = named(await record(networks), `networks-${name}`);
  expect(inputs.metadata).toMatchObject({ annotations: expected });
  expect(inputs.spec).toEqual({ config });
});

// Proves: kubevirt.migration-network
test("the migration network is in KubeVirt's namespace and not on offer to VMs", async () => {
  const { inputs, dependsOn } = named(await record(networks), 'networks-moves');
  expect(inputs.metadata).toEqual({ name: 'moves', namespace: 'kubevirt', labels, annotations });
  expect(dependsOn).toEqual([]);
  expect(networkCatalogue(networks)).toStrictEqual([
    {
      name: 'tenant-a',
      type: 'vlan',
      attachTo: 'platform-networks/tenant-a',
      bridge: 'br1',
      vlan: 100,
      mtu: 9000,
    },
    { name: 'flat', type: 'bridge', attachTo: 'platform-networks/flat', bridge: 'br1' },
    { name: 'fast', type: 'sriov', attachTo: 'platform-networks/fast', vlan: 20 },
  ]);
});

test('makes no namespace for the migration network alone', async () => {
  const { result, resources } = await record(networks.filter(({ use }) => use === 'migration'));
  expect(resources.map(({ name }) => name)).toEqual(['networks-moves']);
  expect(result).toHaveLength(1);
});

test('all objects are below the parent and have an alias', async () => {
  const { resources } = await recordProgram(() => {
    const parent = new pulumi.ComponentResource('test:index:Platform', 'platform');
    const flat = networks.filter(({ name }) => name === 'flat');
    const args = { environment: 'sandbox', networks: flat, kubevirtNamespace: 'kubevirt' };
    createMachineNetworks('networks', args, parent);
  });
  const formerParents = [
    'urn:pulumi:sandbox::test::test:index:Platform$strata:kubevirt-stack:MachineNetworks::networks',
  ];
  expect(
    resources
      .filter(({ custom }) => custom)
      .map(({ name, parent, formerParents: former }) => ({ name, parent, formerParents: former })),
  ).toEqual([
    { name: 'networks-namespace', parent: 'platform', formerParents },
    { name: 'networks-flat', parent: 'platform', formerParents },
  ]);
});

test('makes nothing if no networks are configured', async () => {
  const { resources } = await record([]);
  expect(resources).toEqual([]);
});
