// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { named, recordProgram } from '@strata/testing';
import { OperatorManifest } from './operator-manifest.ts';
import { definition, smallManifest } from '../test-manifests.ts';

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
const manifest = smallManifest('metallb', [definition('pools.example.org'), webhook, secret]);

const record = () => recordProgram(() => new OperatorManifest('metallb', { manifest }));

test('registers every object of the manifest under it, typed as the provider types it', async () => {
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

test('makes namespaces and kinds first, workloads with their webhooks last', async () => {
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

test('lets only the workloads wait for what the operator needs', async () => {
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

test('writes all objects under one name and waits until webhooks can be called', async () => {
  const recording = await record();
  expect(named(recording, 'metallb/Namespace/metallb-system').inputs.metadata).toEqual({
    name: 'metallb-system',
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

test('keeps the data of Secrets secret', async () => {
  const recording = await record();
  const recorded = named(recording, 'metallb/Secret/metallb-system/certificate');
  expect(recorded.secretInputs).toEqual(['data']);
  expect(recorded.inputs.data).toEqual({ key: 'aHVzaA==' });
});

test('takes the prose out of definitions', async () => {
  const recording = await record();
  expect(
    named(recording, 'metallb/CustomResourceDefinition/pools.example.org').inputs.spec,
  ).toEqual({
    group: 'example.org',
    versions: [{ name: 'v1', schema: { openAPIV3Schema: { type: 'object' } } }],
  });
});

test('says which version it is and where it runs', async () => {
  const { result } = await record();
  expect([result.version, result.namespace]).toEqual(['1.8.4', 'metallb-system']);
});

test('refuses a manifest in which nothing would run', async () => {
  const idle = { ...manifest, objects: [definition('pools.example.org')] };
  await expect(
    recordProgram(() => new OperatorManifest('metallb', { manifest: idle })),
  ).rejects.toThrow(new pulumi.RunError('the manifest of metallb has no workload in a namespace.'));
});
