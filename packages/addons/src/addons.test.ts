// SPDX-License-Identifier: Apache-2.0
import { named, recordProgram } from '@strata/testing';
import type { SriovPolicyConfig } from './config/index.ts';
import { Addons } from './index.ts';
import type { AddonsArgs, OperatorName } from './index.ts';
import { smallManifest } from './test-manifest.ts';
import { testPolicy } from './test-policy.ts';

const policy: SriovPolicyConfig = {
  ...testPolicy,
  nicSelector: { vendor: '15b3', pfNames: ['ens1f0'] },
  mtu: 9000,
};

const manifestsOf = (operators: readonly OperatorName[]) =>
  new Map(operators.map((name) => [name, smallManifest(name)]));

const record = (operators: readonly OperatorName[], more: Partial<AddonsArgs> = {}) =>
  recordProgram(
    () =>
      new Addons('addons', {
        environment: 'sandbox',
        manifests: manifestsOf(operators),
        ...more,
      }),
  );

// Proves: addons.descheduler, addons.gpu-operator, addons.whereabouts
test('installs the configured operators and no others', async () => {
  const { resources, result } = await record(['descheduler', 'whereabouts']);
  const components = resources.filter(({ type }) => type.endsWith(':OperatorManifest'));
  expect(components.map(({ name }) => name).sort()).toEqual([
    'addons-descheduler',
    'addons-whereabouts',
  ]);
  expect(result.versions).toEqual({ descheduler: '1.0.0', whereabouts: '1.0.0' });
  expect(result.namespaces).toEqual({ descheduler: 'descheduler', whereabouts: 'whereabouts' });
});

// Proves: addons.gpu-operator
test.each([
  ['descheduler', 'restricted'],
  ['node-feature-discovery', 'privileged'],
  ['sriov-network-operator', 'privileged'],
  ['gpu-operator', 'privileged'],
  ['whereabouts', 'privileged'],
] as const)('the namespace of %s has the Pod Security level %s', async (operator, level) => {
  const recording = await record([operator]);
  const { metadata } = named(recording, `addons-${operator}/Namespace/${operator}`).inputs;
  expect(metadata).toMatchObject({
    labels: { 'pod-security.kubernetes.io/enforce': level },
  });
});

test('pulls images from the mirror', async () => {
  const recording = await record(['descheduler'], { registryMirror: 'mirror.example' });
  const workload = named(recording, 'addons-descheduler/Deployment/descheduler/descheduler');
  expect(workload.inputs.spec).toEqual({
    template: {
      spec: {
        containers: [{ name: 'descheduler', image: 'mirror.example/example/descheduler:v1.0.0' }],
      },
    },
  });
});

// Proves: addons.sr-iov-operator
test('creates SR-IOV policies after their operator', async () => {
  const recording = await record(['sriov-network-operator'], { sriovPolicies: [policy] });
  const { inputs } = named(recording, 'addons-sriov-fast');
  expect(inputs).toEqual({
    apiVersion: 'sriovnetwork.openshift.io/v1',
    kind: 'SriovNetworkNodePolicy',
    metadata: {
      name: 'fast',
      namespace: 'sriov-network-operator',
      labels: {
        'app.kubernetes.io/managed-by': 'strata',
        'strata.dev/environment': 'sandbox',
      },
      annotations: { 'pulumi.com/patchFieldManager': 'strata' },
    },
    spec: {
      resourceName: 'fast',
      nodeSelector: { 'feature.node.kubernetes.io/network-sriov.capable': 'true' },
      nicSelector: { vendor: '15b3', pfNames: ['ens1f0'] },
      numVfs: 8,
      mtu: 9000,
      deviceType: 'vfio-pci',
      priority: 99,
    },
  });
  expect(named(recording, 'addons-sriov').dependsOn).toContain(
    'addons-sriov-network-operator/Deployment/sriov-network-operator/sriov-network-operator',
  );
});

// Proves: addons.sr-iov-operator
test('tells the SR-IOV operator which hosts it configures', async () => {
  const recording = await record(['sriov-network-operator'], { sriovPolicies: [policy] });
  const settings = named(
    recording,
    'addons-sriov-network-operator/SriovOperatorConfig/sriov-network-operator/default',
  );
  expect(settings.inputs.spec).toEqual({
    disableDrain: false,
    configDaemonNodeSelector: {
      'kubernetes.io/os': 'linux',
      'feature.node.kubernetes.io/network-sriov.capable': 'true',
    },
  });
});

test('a policy may select its hosts', async () => {
  const recording = await record(['sriov-network-operator'], {
    sriovPolicies: [{ ...policy, nodeSelector: { rack: 'a' } }],
  });
  expect(named(recording, 'addons-sriov-fast').inputs.spec).toMatchObject({
    nodeSelector: { rack: 'a' },
  });
});
