// SPDX-License-Identifier: Apache-2.0
import { named, ofType, recordProgram } from '@strata/testing';
import { Platform } from './index.ts';
import type { PlatformArgs } from './index.ts';
import { testConfig } from './test-config.ts';
import { smallManifest, smallRelease } from './test-manifests.ts';

const config = testConfig({
  kubevirt: { featureGates: ['Sidecar'] },
  metallb: {
    pools: [
      { name: 'default', addresses: ['10.0.0.10-10.0.0.20'] },
      { name: 'reserved', addresses: ['10.0.0.64/28'], autoAssign: false },
    ],
  },
  instancetypes: [{ name: 'large', cpu: 16, memoryGiB: 64 }],
  preferences: [{ name: 'cores-advantage', cpuTopology: 'cores' }],
});

const record = (change: Partial<PlatformArgs> = {}) =>
  recordProgram(
    () =>
      new Platform('platform', {
        environment: 'sandbox',
        config,
        release: smallRelease(),
        featureGates: { enabled: ['Sidecar'], disabled: [] },
        kubeconfig: 'hush',
        ...change,
      }),
  );

const labels = {
  'app.kubernetes.io/managed-by': 'strata',
  'strata.dev/environment': 'sandbox',
};
const annotations = { 'pulumi.com/patchFieldManager': 'strata' };
const waiting = (field: string) => ({
  ...annotations,
  'pulumi.com/waitFor': `["jsonpath={.status.${field}}=v1.8.4","condition=Available"]`,
});

// Proves: kubevirt.monitoring-allowed
test('installs KubeVirt with its gates and its monitoring, and without its own sizes', async () => {
  const recording = await record();
  expect(named(recording, 'platform-virtualization-installation').inputs).toEqual({
    apiVersion: 'kubevirt.io/v1',
    kind: 'KubeVirt',
    metadata: {
      name: 'kubevirt',
      namespace: 'kubevirt-system',
      labels,
      annotations: waiting('observedKubeVirtVersion'),
    },
    spec: {
      imagePullPolicy: 'IfNotPresent',
      uninstallStrategy: 'BlockUninstallIfWorkloadsExist',
      monitorNamespace: 'monitoring',
      monitorAccount: 'prometheus-k8s',
      workloadUpdateStrategy: { workloadUpdateMethods: ['LiveMigrate'] },
      configuration: {
        developerConfiguration: { featureGates: ['Sidecar'] },
        evictionStrategy: 'LiveMigrateIfPossible',
        commonInstancetypesDeployment: { enabled: false },
      },
    },
  });
});

test('installs CDI with its gates', async () => {
  const recording = await record();
  expect(named(recording, 'platform-images-installation').inputs).toEqual({
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'CDI',
    metadata: { name: 'cdi', labels, annotations: waiting('observedVersion') },
    spec: {
      imagePullPolicy: 'IfNotPresent',
      uninstallStrategy: 'BlockUninstallIfWorkloadsExist',
      config: { featureGates: ['HonorWaitForFirstConsumer'] },
      infra: {
        nodeSelector: { 'kubernetes.io/os': 'linux' },
        tolerations: [{ key: 'CriticalAddonsOnly', operator: 'Exists' }],
      },
      workload: { nodeSelector: { 'kubernetes.io/os': 'linux' } },
    },
  });
});

test('makes the configured address pools and announces no others', async () => {
  const recording = await record();
  const metadata = (name: string) => ({ name, namespace: 'metallb-system', labels, annotations });
  expect(named(recording, 'platform-addresses-pool-reserved').inputs).toEqual({
    apiVersion: 'metallb.io/v1beta1',
    kind: 'IPAddressPool',
    metadata: metadata('reserved'),
    spec: { addresses: ['10.0.0.64/28'], autoAssign: false },
  });
  const advertisement = named(recording, 'platform-addresses-advertisement');
  expect(advertisement.inputs).toEqual({
    apiVersion: 'metallb.io/v1beta1',
    kind: 'L2Advertisement',
    metadata: metadata('strata'),
    spec: { ipAddressPools: ['default', 'reserved'] },
  });
  expect(advertisement.dependsOn).toEqual([
    'platform-addresses-pool-default',
    'platform-addresses-pool-reserved',
  ]);
});

// Proves: sizes.visible
test('offers the standard sizes and the configured ones', async () => {
  const recording = await record();
  const sizes = ofType(
    recording,
    'kubernetes:instancetype.kubevirt.io/v1beta1:VirtualMachineClusterInstancetype',
  );
  expect(sizes.map(({ name, inputs }) => [name, inputs.spec])).toEqual([
    ['platform-machines-size-standard-2', { cpu: { guest: 2 }, memory: { guest: '8Gi' } }],
    ['platform-machines-size-standard-4', { cpu: { guest: 4 }, memory: { guest: '16Gi' } }],
    ['platform-machines-size-standard-8', { cpu: { guest: 8 }, memory: { guest: '32Gi' } }],
    ['platform-machines-size-large', { cpu: { guest: 16 }, memory: { guest: '64Gi' } }],
  ]);
  expect(sizes[0]?.inputs.metadata).toEqual({ name: 'standard-2', labels, annotations });
  expect(recording.result.instancetypes.map(({ name }) => name)).toEqual([
    'standard-2',
    'standard-4',
    'standard-8',
    'large',
  ]);
});

// Proves: sizes.sockets-advantage
test('offers sockets-advantage and the configured preferences', async () => {
  const recording = await record();
  const preferences = ofType(
    recording,
    'kubernetes:instancetype.kubevirt.io/v1beta1:VirtualMachineClusterPreference',
  );
  expect(preferences.map(({ name, inputs }) => [name, inputs.spec])).toEqual([
    [
      'platform-machines-preference-sockets-advantage',
      { cpu: { preferredCPUTopology: 'sockets' } },
    ],
    ['platform-machines-preference-cores-advantage', { cpu: { preferredCPUTopology: 'cores' } }],
  ]);
});

// Proves: monitoring.vm-metrics
test('makes the account that KubeVirt looks for', async () => {
  const recording = await record();
  expect(named(recording, 'platform-prometheus-account').inputs).toEqual({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: {
      name: 'prometheus-k8s',
      namespace: 'monitoring',
      labels,
      annotations,
    },
  });
});

test('makes every resource after those that it needs', async () => {
  const recording = await record();
  const waitsFor = (name: string) => named(recording, name).dependsOn;
  const monitoringKinds = [
    'platform-prometheus-operator/CustomResourceDefinition/prometheusrules.monitoring.coreos.com',
    'platform-prometheus-operator/CustomResourceDefinition/servicemonitors.monitoring.coreos.com',
  ];
  for (const component of ['kubevirt', 'cdi']) {
    const operator = `platform-${component}/Deployment/${component}-system/operator`;
    expect(waitsFor(operator)).toEqual(expect.arrayContaining(monitoringKinds));
  }
  expect(waitsFor('platform-virtualization-installation')).toEqual(
    expect.arrayContaining([
      'platform-kubevirt/Deployment/kubevirt-system/operator',
      'platform-prometheus-account',
    ]),
  );
  expect(waitsFor('platform-images-installation')).toContain(
    'platform-cdi/Deployment/cdi-system/operator',
  );
  expect(waitsFor('platform-addresses-pool-default')).toContain(
    'platform-metallb/Deployment/metallb-system/operator',
  );
  expect(waitsFor('platform-machines-size-standard-2')).toEqual([
    'platform-virtualization-installation',
  ]);
});

// Proves: kubevirt.migration-network
test('KubeVirt waits for its migration network, which virt-handler needs at its start', async () => {
  const networks = [{ name: 'moves', type: 'vlan', bridge: 'br1', vlan: 7, use: 'migration' }];
  const recording = await record({ config: testConfig({ networks }) });
  const installation = named(recording, 'platform-virtualization-installation');
  expect(installation.dependsOn).toContain('platform-networks-moves');
  expect(named(recording, 'platform-networks-moves').dependsOn).toEqual(
    expect.arrayContaining([
      'platform-bridges-agent',
      'platform-multus/Deployment/multus-system/operator',
      'platform-kubevirt/Namespace/kubevirt-system',
    ]),
  );
});

test('reports versions and namespaces of its components', async () => {
  const { result } = await record();
  expect(result.versions).toEqual({
    kubevirt: '1.8.4',
    cdi: '1.8.4',
    multus: '1.8.4',
    metallb: '1.8.4',
    'prometheus-operator': '1.8.4',
    'snapshot-controller': '1.8.4',
  });
  expect(result.namespaces.cdi).toBe('cdi-system');
});

test('refuses a release without the CRDs that monitoring needs', async () => {
  const release = {
    ...smallRelease(),
    'prometheus-operator': smallManifest('prometheus-operator'),
  };
  await expect(record({ release })).rejects.toThrow(
    'the manifest of prometheus-operator has no ' +
      'CustomResourceDefinition/servicemonitors.monitoring.coreos.com, which others need.',
  );
});
