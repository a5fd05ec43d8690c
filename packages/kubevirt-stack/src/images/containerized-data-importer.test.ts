// SPDX-License-Identifier: Apache-2.0
import { defaultRelease, releases } from '@strata/contracts';
import { definitionsOf } from '@strata/manifests/definitions';
import { checkCustomResource, named, recordProgram } from '@strata/testing';
import { kubevirtStackConfig } from '../config/index.ts';
import { ContainerizedDataImporter } from './containerized-data-importer.ts';

const everything = {
  featureGates: ['HonorWaitForFirstConsumer', 'DataVolumeClaimAdoption'],
  cloneStrategyOverride: 'csi-clone',
  preallocation: true,
  scratchSpaceStorageClass: 'scratch',
  importProxy: {
    HTTPProxy: 'http://proxy.example.org:3128',
    HTTPSProxy: 'http://user:word@proxy.example.org:3128',
    noProxy: ['.example.org', '10.0.0.0/8'],
    trustedCAProxy: 'proxy-ca',
  },
  insecureRegistries: ['registry.example.org:5000'],
  uploadProxyURLOverride: 'uploads.example.org:443',
  filesystemOverhead: { global: 0.06, storageClass: { fast: 0.1, raw: 0, all: 1 } },
  podResourceRequirements: { limits: { cpu: '2', memory: '1Gi' }, requests: { cpu: '100m' } },
  logVerbosity: 3,
  infra: {
    nodeSelector: { role: 'infra' },
    tolerations: [{ key: 'infra', operator: 'Exists' }],
    deploymentReplicas: 2,
    apiServerReplicas: 2,
    uploadProxyReplicas: 2,
  },
  workload: { nodeSelector: { disk: 'fast' }, tolerations: [{ operator: 'Exists' }] },
  certConfig: {
    ca: { duration: '48h', renewBefore: '24h' },
    server: { duration: '24h', renewBefore: '12h' },
    client: { duration: '24h', renewBefore: '12h' },
  },
  imagePullSecrets: ['mirror'],
  tlsSecurityProfile: 'Modern',
};

const record = (settings: object) =>
  recordProgram(
    () =>
      new ContainerizedDataImporter('images', {
        environment: 'sandbox',
        version: '1.65.0',
        settings: kubevirtStackConfig.shape.cdi.parse(settings),
      }),
  );

// Proves: cdi.import-upload-clone, cdi.importer-settings, cdi.preallocation
test('passes on everything that is configured, and proxies as secrets', async () => {
  const { inputs, secretInputs } = named(await record(everything), 'images-installation');
  expect(secretInputs).toEqual(['spec']);
  expect(inputs.spec).toEqual({
    imagePullPolicy: 'IfNotPresent',
    uninstallStrategy: 'BlockUninstallIfWorkloadsExist',
    cloneStrategyOverride: 'csi-clone',
    certConfig: everything.certConfig,
    config: {
      featureGates: everything.featureGates,
      preallocation: true,
      scratchSpaceStorageClass: 'scratch',
      importProxy: {
        HTTPProxy: 'http://proxy.example.org:3128',
        HTTPSProxy: 'http://user:word@proxy.example.org:3128',
        noProxy: '.example.org,10.0.0.0/8',
        trustedCAProxy: 'proxy-ca',
      },
      insecureRegistries: ['registry.example.org:5000'],
      uploadProxyURLOverride: 'uploads.example.org:443',
      filesystemOverhead: { global: '0.06', storageClass: { fast: '0.1', raw: '0', all: '1' } },
      podResourceRequirements: everything.podResourceRequirements,
      logVerbosity: 3,
      imagePullSecrets: [{ name: 'mirror' }],
      tlsSecurityProfile: { type: 'Modern', modern: {} },
    },
    infra: {
      nodeSelector: { 'kubernetes.io/os': 'linux', role: 'infra' },
      tolerations: [
        { key: 'CriticalAddonsOnly', operator: 'Exists' },
        { key: 'infra', operator: 'Exists' },
      ],
      deploymentReplicas: 2,
      apiServerReplicas: 2,
      uploadProxyReplicas: 2,
    },
    workload: {
      nodeSelector: { 'kubernetes.io/os': 'linux', disk: 'fast' },
      tolerations: [{ operator: 'Exists' }],
    },
  });
});

// Proves: cdi.late-binding
test('waits for the first consumer by default, and leaves the rest to CDI', async () => {
  const { inputs, secretInputs } = named(await record({}), 'images-installation');
  expect(secretInputs).toEqual([]);
  expect(inputs.spec).toEqual({
    imagePullPolicy: 'IfNotPresent',
    uninstallStrategy: 'BlockUninstallIfWorkloadsExist',
    config: { featureGates: ['HonorWaitForFirstConsumer'] },
    infra: {
      nodeSelector: { 'kubernetes.io/os': 'linux' },
      tolerations: [{ key: 'CriticalAddonsOnly', operator: 'Exists' }],
    },
    workload: { nodeSelector: { 'kubernetes.io/os': 'linux' } },
  });
});

test('the update waits until the operator has installed this version, for up to 15 minutes', async () => {
  const cdi = named(await record({}), 'images-installation');
  expect(cdi.type).toBe('kubernetes:cdi.kubevirt.io/v1beta1:CDI');
  expect(cdi.inputs.metadata).toEqual({
    name: 'cdi',
    labels: { 'app.kubernetes.io/managed-by': 'strata', 'strata.dev/environment': 'sandbox' },
    annotations: {
      'pulumi.com/patchFieldManager': 'strata',
      'pulumi.com/waitFor': '["jsonpath={.status.observedVersion}=v1.65.0","condition=Available"]',
    },
  });
  expect(cdi.customTimeouts).toEqual({ create: '15m', update: '15m', delete: '15m' });
  expect(cdi.formerParents?.map((urn) => urn.split('::').slice(2))).toEqual([
    ['strata:kubevirt-stack:ContainerizedDataImporter', 'images'],
  ]);
});

test.each([
  [{ HTTPProxy: 'http://proxy.example.org' }, { HTTPProxy: 'http://proxy.example.org' }],
  [{ HTTPSProxy: 'http://proxy.example.org' }, { HTTPSProxy: 'http://proxy.example.org' }],
  [{ noProxy: ['.example.org'] }, { noProxy: '.example.org' }],
])('a proxy has what is configured and nothing else: %j', async (importProxy, expected) => {
  const { inputs } = named(await record({ importProxy }), 'images-installation');
  expect(inputs.spec).toMatchObject({ config: { importProxy: expected } });
  const { config } = inputs.spec as { config: { importProxy: object } };
  expect(config.importProxy).toEqual(expected);
});

test.each([
  [{ global: 0.2 }, { global: '0.2' }],
  [{ storageClass: { fast: 0.1 } }, { storageClass: { fast: '0.1' } }],
])('an overhead has what is configured and nothing else: %j', async (overhead, expected) => {
  const recording = await record({ filesystemOverhead: overhead });
  const { config } = named(recording, 'images-installation').inputs.spec as {
    config: { filesystemOverhead: object };
  };
  expect(config.filesystemOverhead).toEqual(expected);
});

// Proves: cdi.importer-settings
test.each(releases)(
  'the CRD of CDI in $name accepts the rendered object',
  async ({ components, name }) => {
    const definitions = await definitionsOf('cdi', components.cdi.version);
    if (definitions === undefined && name !== defaultRelease) return;
    const { inputs } = named(await record(everything), 'images-installation');
    expect(checkCustomResource(definitions ?? new Map(), inputs)).toEqual([]);
  },
);
