// SPDX-License-Identifier: Apache-2.0
import { vlanAttachment } from '@strata/contracts';
import { excessiveRights, named, ofType, recordProgram } from '@strata/testing';
import fc from 'fast-check';
import { createVlans, grantImageAccess } from './index.ts';
import { smallPool, testContext } from './test-cluster.ts';
import type { TestChanges } from './test-cluster.ts';

const bindingType = 'kubernetes:rbac.authorization.k8s.io/v1:RoleBinding';
const labels = {
  'app.kubernetes.io/managed-by': 'strata',
  'app.kubernetes.io/part-of': 'demo',
  'cluster.x-k8s.io/cluster-name': 'demo',
  'strata.dev/environment': 'sandbox',
};
const annotations = { 'pulumi.com/patchFieldManager': 'strata' };
const fromRegistry = { image: 'docker://registry.example/x:1', sizeGiB: 20 };

describe('access to golden images', () => {
  const record = (changes: TestChanges = {}) =>
    recordProgram(() => grantImageAccess('demo-images', testContext(changes)));

  // Proves: machines.image
  test('is for the ServiceAccount in whose name KubeVirt copies, and for copying alone', async () => {
    const recording = await record();
    const binding = named(recording, 'demo-images-golden-images');
    expect(binding.inputs).toEqual({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'cluster-demo', namespace: 'golden-images', labels, annotations },
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'Role',
        name: 'golden-image-cloner',
      },
      subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: 'cluster-demo' }],
    });
    expect(excessiveRights(binding)).toEqual([]);
    expect(binding.formerParents).toEqual([
      'urn:pulumi:sandbox::test::strata:user-cluster:ImageAccess::demo-images',
    ]);
  });

  // Proves: machines.config-volumes
  test('is also for ServiceAccounts whose tokens machines have, in alphabetical order', async () => {
    const pool = (name: string, object: string) => ({
      ...smallPool,
      name,
      volumes: [
        { name: 'token', kind: 'serviceAccount', object },
        { name: 'settings', kind: 'configMap', object: 'settings' },
      ],
    });
    const recording = await record({ pools: [pool('md-a', 'robot'), pool('md-b', 'agent')] });
    expect(named(recording, 'demo-images-golden-images').inputs.subjects).toEqual([
      { kind: 'ServiceAccount', name: 'agent', namespace: 'cluster-demo' },
      { kind: 'ServiceAccount', name: 'default', namespace: 'cluster-demo' },
      { kind: 'ServiceAccount', name: 'robot', namespace: 'cluster-demo' },
    ]);
  });

  // Proves: machines.image
  test('is not granted to a cluster that copies no image', async () => {
    const recording = await record({
      controlPlane: { rootDisk: fromRegistry },
      pools: [{ ...smallPool, rootDisk: fromRegistry }],
    });
    expect(ofType(recording, bindingType)).toEqual([]);
  });
});

// Proves: cluster-networks.vlan, networks.vlan-per-cluster
test("defines the cluster's own VLANs in its namespace", async () => {
  const vlans = [
    { name: 'own', bridge: 'br1', vlan: 200, mtu: 9000, bridgeMarker: true },
    { name: 'plain', bridge: 'br1', vlan: 201, macSpoofCheck: false, bridgeMarker: false },
  ];
  const recording = await recordProgram(() =>
    createVlans('demo-vlans', testContext({ network: { vlans } })),
  );
  expect(named(recording, 'demo-vlans-own').inputs).toEqual({
    apiVersion: 'k8s.cni.cncf.io/v1',
    kind: 'NetworkAttachmentDefinition',
    metadata: {
      name: 'own',
      namespace: 'cluster-demo',
      labels,
      annotations: {
        ...annotations,
        'k8s.v1.cni.cncf.io/resourceName': 'bridge.network.kubevirt.io/br1',
      },
    },
    spec: {
      config:
        '{"cniVersion":"0.3.1","name":"own","type":"bridge","bridge":"br1","vlan":200,' +
        '"preserveDefaultVlan":false,"macspoofchk":true,"mtu":9000,' +
        '"disableContainerInterface":true,"ipam":{}}',
    },
  });
  expect(named(recording, 'demo-vlans-plain').inputs).toMatchObject({
    metadata: { annotations },
    spec: { config: expect.stringContaining('"vlan":201,') as unknown },
  });
  expect(named(recording, 'demo-vlans-own').formerParents).toEqual([
    'urn:pulumi:sandbox::test::strata:user-cluster:ClusterVlans::demo-vlans',
  ]);
});

/** Random VLANs of every kind that a stack's file can have. */
const vlanConfigs = fc.uniqueArray(
  fc.record(
    {
      name: fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/),
      bridge: fc.stringMatching(/^[A-Za-z0-9._-]{1,15}$/),
      vlan: fc.integer({ min: 2, max: 4094 }),
      mtu: fc.integer({ min: 1280, max: 65_535 }),
      macSpoofCheck: fc.boolean(),
      bridgeMarker: fc.boolean(),
    },
    { requiredKeys: ['name', 'bridge', 'vlan'] },
  ),
  { selector: ({ name }) => name, minLength: 300, maxLength: 300 },
);

interface Definition {
  readonly metadata: { readonly name: string; readonly annotations: Record<string, string> };
  readonly spec: { readonly config: string };
}

// Proves: networks.vlan-per-cluster
test("the platform's admission policy recognizes the definition of every VLAN", async () => {
  const [vlans = []] = fc.sample(vlanConfigs, { numRuns: 1, seed: 7 });
  const recording = await recordProgram(() =>
    createVlans('demo-vlans', testContext({ network: { vlans } }, { bridgesMarked: true })),
  );
  const written = recording.resources.map(({ inputs }) => inputs as unknown as Definition);
  const pattern = new RegExp(vlanAttachment.text);
  expect(written).toHaveLength(300);
  expect(written.filter(({ spec }) => !pattern.test(spec.config))).toEqual([]);
  const strange = written.filter(({ metadata, spec }) => {
    const { bridge } = JSON.parse(spec.config) as { readonly bridge: string };
    const resource = metadata.annotations[vlanAttachment.resourceKey] ?? '';
    return ![`${vlanAttachment.resource}${bridge}`, ''].includes(resource);
  });
  expect(strange).toEqual([]);
});

// Proves: networks.bridge-marker
test.each([
  ['a platform that marks the hosts with a bridge', true, true],
  ['a platform from before bridge-marker', undefined, false],
] as const)('sends machines to hosts with the bridge, on %s', async (_, bridgesMarked, asks) => {
  const vlans = [{ name: 'own', bridge: 'br1', vlan: 200 }];
  const recording = await recordProgram(() =>
    createVlans('demo-vlans', testContext({ network: { vlans } }, { bridgesMarked })),
  );
  expect(named(recording, 'demo-vlans-own').inputs.metadata).toEqual({
    name: 'own',
    namespace: 'cluster-demo',
    labels,
    annotations: asks
      ? { ...annotations, 'k8s.v1.cni.cncf.io/resourceName': 'bridge.network.kubevirt.io/br1' }
      : annotations,
  });
});
