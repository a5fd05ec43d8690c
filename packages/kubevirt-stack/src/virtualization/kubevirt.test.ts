// SPDX-License-Identifier: Apache-2.0
import { defaultRelease, releases } from '@strata/contracts';
import { definitionsOf } from '@strata/manifests/definitions';
import { checkCustomResource, named, recordProgram } from '@strata/testing';
import type { KubevirtStackConfig } from '../config/index.ts';
import { kubevirtStackConfig } from '../config/index.ts';
import { releaseOf } from './gate-release.ts';
import { KubeVirt, renderKubeVirt } from './kubevirt.ts';
import { resolveFeatureGates } from './resolve-feature-gates.ts';

type Settings = KubevirtStackConfig['kubevirt'];

const read = (settings: object): Settings => kubevirtStackConfig.shape.kubevirt.parse(settings);

const everything = read({
  featureGates: ['HostDevices', 'Sidecar'],
  disabledFeatureGates: ['Snapshot'],
  migrations: {
    parallelMigrationsPerCluster: 8,
    parallelOutboundMigrationsPerNode: 3,
    bandwidthPerMigration: '128Mi',
    completionTimeoutPerGiB: 200,
    progressTimeout: 120,
    allowAutoConverge: true,
    allowPostCopy: true,
    allowWorkloadDisruption: false,
    network: 'migrations',
  },
  evictionStrategy: 'LiveMigrate',
  cpuModel: 'host-passthrough',
  cpuAllocationRatio: 4,
  memoryOvercommitPercent: 150,
  additionalGuestMemoryOverheadRatio: 1.2,
  virtualMachineInstancesPerNode: 60,
  ksm: { nodeSelector: { density: 'high' } },
  permittedHostDevices: {
    pciHostDevices: [{ pciVendorSelector: '144D:A80A', resourceName: 'samsung.com/nvme' }],
    mediatedDevices: [
      {
        mdevNameSelector: 'GRID T4-1Q',
        resourceName: 'nvidia.com/T4',
        externalResourceProvider: true,
      },
    ],
    usb: [{ resourceName: 'kubevirt.io/dongle', selectors: [{ vendor: '046b', product: 'ff10' }] }],
  },
  mediatedDevicesConfiguration: {
    mediatedDeviceTypes: ['nvidia-222'],
    nodeMediatedDeviceTypes: [
      { nodeSelector: { gpu: 'a10' }, mediatedDeviceTypes: ['nvidia-588'] },
    ],
  },
  vmRolloutStrategy: 'LiveUpdate',
  liveUpdateConfiguration: { maxHotplugRatio: 2, maxCpuSockets: 16, maxGuest: '64Gi' },
  commonInstancetypes: true,
  workloadUpdateStrategy: {
    workloadUpdateMethods: ['LiveMigrate', 'Evict'],
    batchEvictionSize: 5,
    batchEvictionInterval: '2m',
  },
  certificateRotateStrategy: {
    ca: { duration: '336h', renewBefore: '48h' },
    server: { duration: '48h', renewBefore: '12h' },
  },
  infra: {
    nodeSelector: { role: 'infra' },
    tolerations: [{ key: 'infra', operator: 'Exists', effect: 'NoSchedule' }],
    replicas: 3,
  },
  workloads: {
    tolerations: [{ key: 'vm', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 }],
  },
  imagePullSecrets: ['mirror'],
});

const monitoring = {
  namespace: 'monitoring',
  account: 'prometheus-k8s',
};

function render(settings: Settings, version: string): unknown {
  const lists = { enabled: settings.featureGates, disabled: settings.disabledFeatureGates };
  const featureGates = resolveFeatureGates(lists, releaseOf(version), '1.34.0');
  // As it is sent to the API server: without undefined values.
  return JSON.parse(JSON.stringify(renderKubeVirt({ settings, featureGates, monitoring })));
}

// Proves: kubevirt.cpu-model, kubevirt.cpu-oversubscription, kubevirt.host-devices
// Proves: kubevirt.live-migration, kubevirt.memory-overhead, kubevirt.memory-oversubscription
// Proves: kubevirt.placement, sizes.common-instancetypes, virtual-machines.by-label
// Proves: virtual-machines.taints
test('passes on everything that is configured', () => {
  expect(render(everything, '1.9.0')).toEqual({
    imagePullPolicy: 'IfNotPresent',
    imagePullSecrets: [{ name: 'mirror' }],
    uninstallStrategy: 'BlockUninstallIfWorkloadsExist',
    monitorNamespace: 'monitoring',
    monitorAccount: 'prometheus-k8s',
    workloadUpdateStrategy: everything.workloadUpdateStrategy,
    certificateRotateStrategy: { selfSigned: everything.certificateRotateStrategy },
    infra: {
      nodePlacement: {
        nodeSelector: { role: 'infra' },
        tolerations: [{ key: 'infra', operator: 'Exists', effect: 'NoSchedule' }],
      },
      replicas: 3,
    },
    workloads: {
      nodePlacement: {
        tolerations: [
          { key: 'vm', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 },
        ],
      },
    },
    configuration: {
      developerConfiguration: {
        featureGates: ['HostDevices', 'Sidecar'],
        disabledFeatureGates: [
          'ExternalNetResourceInjection',
          'ImageVolume',
          'Snapshot',
          'Template',
        ],
        cpuAllocationRatio: 4,
        memoryOvercommit: 150,
      },
      migrations: everything.migrations,
      evictionStrategy: 'LiveMigrate',
      cpuModel: 'host-passthrough',
      additionalGuestMemoryOverheadRatio: '1.2',
      virtualMachineInstancesPerNode: 60,
      ksmConfiguration: { nodeLabelSelector: { matchLabels: { density: 'high' } } },
      permittedHostDevices: everything.permittedHostDevices,
      mediatedDevicesConfiguration: everything.mediatedDevicesConfiguration,
      vmRolloutStrategy: 'LiveUpdate',
      liveUpdateConfiguration: { maxHotplugRatio: 2, maxCpuSockets: 16, maxGuest: '64Gi' },
      commonInstancetypesDeployment: { enabled: true },
    },
  });
});

// Proves: upgrades.new-launchers, virtual-machines.drained-host
test("renders only the platform's decisions if nothing is configured", async () => {
  const settings = read({});
  const recording = await recordProgram(
    () =>
      new KubeVirt('virtualization', {
        environment: 'sandbox',
        version: '1.8.4',
        namespace: 'kubevirt',
        featureGates: { enabled: [], disabled: [] },
        settings,
        monitoring: { namespace: 'monitoring', account: 'prometheus-k8s' },
      }),
  );
  const { inputs, formerParents, customTimeouts } = named(recording, 'virtualization-installation');
  expect(customTimeouts).toEqual({ create: '15m', update: '15m', delete: '15m' });
  expect(formerParents).toEqual([
    'urn:pulumi:sandbox::test::strata:kubevirt-stack:KubeVirt::virtualization',
  ]);
  expect(inputs).toMatchObject({
    apiVersion: 'kubevirt.io/v1',
    kind: 'KubeVirt',
    metadata: {
      name: 'kubevirt',
      namespace: 'kubevirt',
      labels: {
        'app.kubernetes.io/managed-by': 'strata',
        'strata.dev/environment': 'sandbox',
      },
      annotations: {
        'pulumi.com/waitFor':
          '["jsonpath={.status.observedKubeVirtVersion}=v1.8.4","condition=Available"]',
      },
    },
  });
  expect(inputs.spec).toEqual({
    imagePullPolicy: 'IfNotPresent',
    uninstallStrategy: 'BlockUninstallIfWorkloadsExist',
    monitorNamespace: 'monitoring',
    monitorAccount: 'prometheus-k8s',
    workloadUpdateStrategy: { workloadUpdateMethods: ['LiveMigrate'] },
    configuration: {
      developerConfiguration: { featureGates: [] },
      evictionStrategy: 'LiveMigrateIfPossible',
      commonInstancetypesDeployment: { enabled: false },
    },
  });
});

// Proves: kubevirt.ksm
test('enables KSM on all hosts if its node selector is empty', () => {
  const { configuration } = render(read({ ksm: { nodeSelector: {} } }), '1.8.4') as {
    configuration: { ksmConfiguration: unknown };
  };
  expect(configuration.ksmConfiguration).toEqual({ nodeLabelSelector: {} });
});

// Proves: kubevirt.placement
test.each([
  [{ replicas: 3 }, { replicas: 3 }],
  [{ nodeSelector: { role: 'infra' } }, { nodePlacement: { nodeSelector: { role: 'infra' } } }],
])('renders %j without further fields', (infra, rendered) => {
  expect(render(read({ infra }), '1.8.4')).toHaveProperty('infra', rendered);
});

// Proves: kubevirt.live-migration
test.each(releases)(
  'the CRD of KubeVirt in $name accepts the rendered object',
  async ({ components, name }) => {
    const { version } = components.kubevirt;
    const definitions = await definitionsOf('kubevirt', version);
    if (definitions === undefined && name !== defaultRelease) return;
    const object = {
      apiVersion: 'kubevirt.io/v1',
      kind: 'KubeVirt',
      spec: render(everything, version),
    };
    expect(checkCustomResource(definitions ?? new Map(), object)).toEqual([]);
  },
);
