// SPDX-License-Identifier: Apache-2.0
import { kinds } from '../resource/index.ts';
import { deployment } from '../test-objects.ts';
import { violationsOf } from '../test-violations.ts';
import { versionsCompatible } from './index.ts';

// The rule loads them late as well.
const { releases } = await import('@strata/contracts');

const operator = (name: string, version: string) => ({
  ...deployment({ image: `quay.io/kubevirt/${name}:v${version}` }),
  name,
});

test.each(releases.map(({ name, components }) => [name, components] as const))(
  'lets the pair of release %s pass',
  async (_name, { kubevirt, cdi }) => {
    const pair = [
      operator('virt-operator', kubevirt.version),
      operator('cdi-operator', cdi.version),
    ];
    expect(await violationsOf(versionsCompatible, pair)).toEqual([]);
  },
);

test('refuses pairs that nobody tested', async () => {
  const pair = [operator('virt-operator', '1.8.4'), operator('cdi-operator', '1.60.0')];
  expect(await violationsOf(versionsCompatible, pair)).toEqual([
    'kubevirt 1.8.4 with cdi 1.60.0: KubeVirt 1.8 is tested with CDI 1.65; choose a tested pair.',
  ]);
});

test('refuses versions of KubeVirt that no release has', async () => {
  const pair = [operator('virt-operator', '1.4.0'), operator('cdi-operator', '1.61.0')];
  expect(await violationsOf(versionsCompatible, pair)).toEqual([
    'kubevirt 1.4.0 with cdi 1.61.0: no release of the platform has KubeVirt 1.4; choose a tested pair.',
  ]);
});

test('refuses a cloud controller that ignores half of its configuration', async () => {
  const api = { type: kinds.apiReady, name: 'api', props: { generation: '1.35.4' } };
  const pair = [operator('kubevirt-cloud-controller-manager', '0.5.1'), api];
  expect(await violationsOf(versionsCompatible, pair)).toEqual([
    'cloud-controller-manager 0.5.1 with kubernetes 1.35.4: before 0.6.0 it ignores enableEPSController, so Services without a selector have no machines; choose a tested pair.',
  ]);
});
