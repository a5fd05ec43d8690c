// SPDX-License-Identifier: Apache-2.0
import { kinds } from '../resource/index.ts';
import { violationsOf } from '../test-violations.ts';
import { noFormerGates } from './index.ts';

const kubevirt = (version: string, ...featureGates: string[]) => ({
  type: kinds.kubevirt,
  props: {
    metadata: {
      namespace: 'kubevirt',
      name: 'kubevirt',
      annotations: {
        'pulumi.com/waitFor': `["jsonpath={.status.observedKubeVirtVersion}=v${version}","condition=Available"]`,
      },
    },
    spec: { configuration: { developerConfiguration: { featureGates } } },
  },
});

test('accepts gates that the release still has', async () => {
  const good = kubevirt('1.8.4', 'HotplugVolumes', 'Snapshot', 'CPUManager');
  expect(await violationsOf(noFormerGates, [good])).toEqual([]);
});

test('rejects gates that are deprecated or discontinued in the release', async () => {
  const bad = kubevirt('1.9.0', 'HotplugVolumes', 'Macvtap');
  expect(await violationsOf(noFormerGates, [bad])).toEqual([
    'KubeVirt kubevirt/kubevirt: feature gate HotplugVolumes is deprecated in KubeVirt 1.9 and goes away in a coming release; remove it.',
    'KubeVirt kubevirt/kubevirt: feature gate Macvtap does nothing in KubeVirt 1.9, its feature is gone; remove it.',
  ]);
});
