// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { named, recordProgram } from '@strata/testing';
import { OperatorManifest } from './index.ts';
import type { OperatorManifestArgs } from './index.ts';
import { poolDefinition, smallManifest } from './test-manifest.ts';

const namespace = 'metallb-system';
const webhook = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'checks', annotations: { a: 'b' } },
};
const secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'certificate', namespace },
  data: { key: 'aHVzaA==' },
};
const manifest = smallManifest([poolDefinition, webhook, secret]);

const record = (args: Partial<OperatorManifestArgs> = {}) =>
  recordProgram(() => new OperatorManifest('metallb', { manifest, ...args }));

test('registers every object of the manifest as a child with its type in the provider', async () => {
  const { resources } = await record();
  const recorded = resources.map(({ type, name, parent }) => [name, type, parent]);
  expect(recorded.sort(([one = ''], [other = '']) => (one < other ? -1 : 1))).toEqual([
    ['metallb', 'strata:kubevirt-stack:OperatorManifest', undefined],
    [
      'metallb/CustomResourceDefinition/pools.example.org',
      'kubernetes:apiextensions.k8s.io/v1:CustomResourceDefinition',
      'metallb',
    ],
    ['metallb/Deployment/metallb-system/operator', 'kubernetes:apps/v1:Deployment', 'metallb'],
    ['metallb/Namespace/metallb-system', 'kubernetes:core/v1:Namespace', 'metallb'],
    ['metallb/Secret/metallb-system/certificate', 'kubernetes:core/v1:Secret', 'metallb'],
    [
      'metallb/ServiceAccount/metallb-system/operator',
      'kubernetes:core/v1:ServiceAccount',
      'metallb',
    ],
    [
      'metallb/ValidatingWebhookConfiguration/checks',
      'kubernetes:admissionregistration.k8s.io/v1:ValidatingWebhookConfiguration',
      'metallb',
    ],
  ]);
});

// Proves: installation.operators
test('creates namespaces and CRDs first, and workloads with their webhooks last', async () => {
  const recording = await record();
  const first = [
    'metallb/CustomResourceDefinition/pools.example.org',
    'metallb/Namespace/metallb-system',
  ];
  const middle = [
    'metallb/Secret/metallb-system/certificate',
    'metallb/ServiceAccount/metallb-system/operator',
  ];
  const dependencies = (name: string) => named(recording, `metallb/${name}`).dependsOn;
  expect(dependencies('CustomResourceDefinition/pools.example.org')).toEqual([]);
  expect(dependencies('ServiceAccount/metallb-system/operator')).toEqual(first);
  expect(dependencies('Deployment/metallb-system/operator')).toEqual([...first, ...middle]);
  expect(dependencies('ValidatingWebhookConfiguration/checks')).toEqual([...first, ...middle]);
});

test('namespaces and CRDs stay when the operator goes, if the caller says so, and nothing else does', async () => {
  const kept = async (args: Partial<OperatorManifestArgs>) =>
    (await record(args)).resources
      .filter(({ retainOnDelete }) => retainOnDelete)
      .map(({ name, type }) => [name, type]);
  expect(await kept({})).toEqual([]);
  expect(await kept({ keepsDefinitions: true })).toEqual([
    ['metallb/Namespace/metallb-system', 'kubernetes:core/v1:NamespacePatch'],
    [
      'metallb/CustomResourceDefinition/pools.example.org',
      'kubernetes:apiextensions.k8s.io/v1:CustomResourceDefinitionPatch',
    ],
  ]);
});

test('only the workloads wait for the resources in needs', async () => {
  const recording = await recordProgram(() => {
    const { definitions } = new OperatorManifest('first', { manifest });
    const needs = [definitions.get('CustomResourceDefinition/pools.example.org')];
    return new OperatorManifest('second', {
      manifest,
      needs: needs.filter((resource) => resource !== undefined),
    });
  });
  const needed = 'first/CustomResourceDefinition/pools.example.org';
  const dependencies = (name: string) => named(recording, `second/${name}`).dependsOn;
  expect(dependencies('Deployment/metallb-system/operator')).toContain(needed);
  expect(dependencies('ServiceAccount/metallb-system/operator')).not.toContain(needed);
});

test('creates the settings of an operator after its workloads, so that they are deleted before them', async () => {
  const pool = {
    apiVersion: 'example.org/v1',
    kind: 'Pool',
    metadata: { name: 'default', namespace },
  };
  const recording = await record({ manifest: smallManifest([poolDefinition, pool]) });
  expect(named(recording, `metallb/Pool/${namespace}/default`).dependsOn).toEqual([
    'metallb/CustomResourceDefinition/pools.example.org',
    `metallb/Deployment/${namespace}/operator`,
    `metallb/Namespace/${namespace}`,
  ]);
});

test('takes images from the mirror', async () => {
  const recording = await record({ registryMirror: 'mirror.example:5000/strata' });
  const { spec } = named(recording, `metallb/Deployment/${namespace}/operator`).inputs;
  expect(spec).toEqual({
    template: {
      spec: {
        containers: [
          { name: 'operator', image: 'mirror.example:5000/strata/metallb/operator:v1.0.0' },
        ],
      },
    },
  });
});

// Proves: installation.least-rights
test('labels its namespaces with their level of Pod Security', async () => {
  const podSecurity = {
    [namespace]: { level: 'privileged', reason: 'the speaker uses the network of the host' },
    elsewhere: { level: 'restricted', reason: '' },
  } as const;
  const recording = await record({ podSecurity });
  expect(named(recording, `metallb/Namespace/${namespace}`).inputs.metadata).toEqual({
    name: namespace,
    labels: {
      a: 'b',
      'pod-security.kubernetes.io/enforce': 'privileged',
      'pod-security.kubernetes.io/audit': 'privileged',
      'pod-security.kubernetes.io/warn': 'privileged',
    },
    annotations: { 'pulumi.com/patchFieldManager': 'strata' },
  });
});

test('does not wait for the endpoints of a Service, because its workloads are created later', async () => {
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'hooks', namespace } };
  const recording = await record({ manifest: smallManifest([service]) });
  const { metadata } = named(recording, `metallb/Service/${namespace}/hooks`).inputs;
  expect(metadata).toMatchObject({
    annotations: { 'pulumi.com/waitFor': 'jsonpath={.spec.clusterIP}' },
  });
});

test('applies all objects with one field manager, and waits until webhooks can be called', async () => {
  const recording = await record();
  expect(named(recording, 'metallb/Namespace/metallb-system').inputs.metadata).toEqual({
    name: 'metallb-system',
    labels: { a: 'b' },
    annotations: { 'pulumi.com/patchFieldManager': 'strata' },
  });
  expect(named(recording, 'metallb/ValidatingWebhookConfiguration/checks').inputs.metadata).toEqual(
    {
      name: 'checks',
      annotations: {
        a: 'b',
        'pulumi.com/patchFieldManager': 'strata',
        'pulumi.com/waitFor': 'jsonpath={.webhooks[0].clientConfig.caBundle}',
      },
    },
  );
});

// Proves: installation.operators
test('waits until the kinds of CRDs are served, because operators look for them only when they start', async () => {
  const name = 'metallb/CustomResourceDefinition/pools.example.org';
  for (const keepsDefinitions of [false, true]) {
    const recording = await record({ keepsDefinitions });
    expect(named(recording, name).inputs.metadata).toEqual({
      name: 'pools.example.org',
      annotations: {
        'pulumi.com/patchFieldManager': 'strata',
        'pulumi.com/waitFor': 'condition=Established',
      },
    });
  }
});

test('keeps the data of Secrets secret', async () => {
  const recording = await record();
  const recorded = named(recording, 'metallb/Secret/metallb-system/certificate');
  expect(recorded.secretInputs).toEqual(['data']);
  expect(recorded.inputs.data).toEqual({ key: 'aHVzaA==' });
});

test('removes the descriptions from CRDs', async () => {
  const recording = await record();
  expect(
    named(recording, 'metallb/CustomResourceDefinition/pools.example.org').inputs.spec,
  ).toEqual({
    group: 'example.org',
    names: { kind: 'Pool' },
    versions: [{ name: 'v1', schema: { openAPIV3Schema: { type: 'object' } } }],
  });
});

test('has the version and the namespace of the operator', async () => {
  const { result } = await record();
  expect([result.version, result.namespace]).toEqual(['1.8.4', 'metallb-system']);
});

test('refuses a manifest without a workload', async () => {
  const idle = { ...manifest, objects: [poolDefinition] };
  await expect(
    recordProgram(() => new OperatorManifest('metallb', { manifest: idle })),
  ).rejects.toThrow(new pulumi.RunError('the manifest of metallb has no workload in a namespace.'));
});
