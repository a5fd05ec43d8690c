// SPDX-License-Identifier: Apache-2.0
import { releases } from '@strata/contracts';
import { kinds } from '../resource/index.ts';
import { deployment } from '../test-objects.ts';
import { violationsOf } from '../test-violations.ts';
import { versionsCompatible } from './index.ts';

const operator = (name: string, version: string) => ({
  ...deployment({ image: `quay.io/kubevirt/${name}:v${version}` }),
  name,
});

test.each(releases.map(({ name, components }) => [name, components] as const))(
  'accepts the versions of release %s',
  async (_name, { kubevirt, cdi }) => {
    const pair = [
      operator('virt-operator', kubevirt.version),
      operator('cdi-operator', cdi.version),
    ];
    expect(await violationsOf(versionsCompatible, pair)).toEqual([]);
  },
);

test.each([
  [
    ['virt-operator', '1.8.4', 'cdi-operator', '1.60.0'],
    'KubeVirt 1.8.4 and CDI 1.60.0 do not go together: no release has both; tested are KubeVirt 1.7 with CDI 1.64, KubeVirt 1.8 with CDI 1.65, KubeVirt 1.9 with CDI 1.65.',
  ],
  [
    ['virt-operator', '1.4.0', 'cdi-operator', '1.61.0'],
    'KubeVirt 1.4.0 and CDI 1.61.0 do not go together: no release has both; tested are KubeVirt 1.7 with CDI 1.64, KubeVirt 1.8 with CDI 1.65, KubeVirt 1.9 with CDI 1.65.',
  ],
] as const)(
  'rejects untested pairs of versions: %j',
  async ([one, first, other, second], message) => {
    const pair = [operator(one, first), operator(other, second)];
    expect(await violationsOf(versionsCompatible, pair)).toEqual([message]);
  },
);

test('rejects a cloud controller that ignores half of its configuration', async () => {
  const annotations = { 'strata.dev/kubernetes': '1.35.4' };
  const machine = {
    type: kinds.virtualMachine,
    name: 'cp-0',
    props: { metadata: { namespace: 'cluster-demo', name: 'cp-0', annotations } },
  };
  const pair = [operator('kubevirt-cloud-controller-manager', '0.5.1'), machine];
  expect(await violationsOf(versionsCompatible, pair)).toEqual([
    'the cloud controller manager 0.5.1 and Kubernetes of the user cluster 1.35.4 do not go together: it has libraries of Kubernetes that are years old, and knows nothing of EndpointSlices; take 0.6.0.',
  ]);
});
