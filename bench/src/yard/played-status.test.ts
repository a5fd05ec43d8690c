// SPDX-License-Identifier: Apache-2.0
import { measuredRelease } from './definitions.ts';
import { platformKinds, services, workloadKinds } from './played-status.ts';
import type { PlayedKind } from './played-status.ts';

const metadata = { name: 'a', uid: '1', generation: 3 };

const kinds = [
  ...workloadKinds,
  services,
  ...platformKinds(measuredRelease.components, 'sandbox-block'),
];

function kindOf(plural: string): PlayedKind {
  const found = kinds.find((kind) => kind.plural === plural);
  if (found === undefined) throw new Error(plural);
  return found;
}

const patchOf = (plural: string, object: object) => kindOf(plural).patch({ metadata, ...object });

const available = {
  type: 'Available',
  status: 'True',
  reason: 'Played',
  message: '',
  lastTransitionTime: expect.any(String) as string,
};

test('a ReplicaSet gets the status of ready pods once for each generation', () => {
  const spec = { replicas: 2 };
  expect(patchOf('replicasets', { spec })).toEqual({
    status: { observedGeneration: 3, replicas: 2, readyReplicas: 2, availableReplicas: 2 },
  });
  expect(patchOf('replicasets', { spec, status: { observedGeneration: 3 } })).toBeUndefined();
});

test('a Service gets the address that it asks for, if it wants one', () => {
  const asks = { ...metadata, annotations: { 'metallb.io/loadBalancerIPs': '127.100.0.10' } };
  const spec = { type: 'LoadBalancer' };
  expect(patchOf('services', { metadata: asks, spec })).toEqual({
    status: { loadBalancer: { ingress: [{ ip: '127.100.0.10' }] } },
  });
  expect(patchOf('services', { spec: { type: 'ClusterIP' } })).toBeUndefined();
});

test('KubeVirt becomes Available in the version of the release, once', () => {
  const { version } = measuredRelease.components.kubevirt;
  expect(patchOf('kubevirts', {})).toEqual({
    status: {
      phase: 'Deployed',
      observedKubeVirtVersion: `v${version}`,
      targetKubeVirtVersion: `v${version}`,
      conditions: [available],
    },
  });
  expect(patchOf('kubevirts', { status: { conditions: [available] } })).toBeUndefined();
});

test('CDI makes the StorageProfile of a class before it becomes Available', () => {
  expect(kindOf('cdis').makes).toEqual([
    {
      path: '/apis/cdi.kubevirt.io/v1beta1/storageprofiles',
      body: {
        apiVersion: 'cdi.kubevirt.io/v1beta1',
        kind: 'StorageProfile',
        spec: {},
        metadata: { name: 'sandbox-block' },
      },
    },
  ]);
});

test('every webhook gets a CA bundle and keeps its other fields', () => {
  const one = { name: 'a', clientConfig: { service: { name: 's' } } };
  const patch = patchOf('validatingwebhookconfigurations', { webhooks: [one] });
  const caBundle = Buffer.from('-----BEGIN CERTIFICATE-----').toString('base64');
  const webhooks = [{ name: 'a', clientConfig: { service: { name: 's' }, caBundle } }];
  expect(patch).toEqual({ webhooks });
  expect(patchOf('validatingwebhookconfigurations', { webhooks })).toBeUndefined();
});
