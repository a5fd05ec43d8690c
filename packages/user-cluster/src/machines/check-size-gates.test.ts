// SPDX-License-Identifier: Apache-2.0
import { checkMachines } from './check-machines.ts';
import { smallPool, testContext, testPlatform } from './test-cluster.ts';

/** KubeVirt's own size d1.large, which a platform offers whatever its feature gates are. */
const dedicated = { name: 'd1.large', cpu: 2, memoryGiB: 8, hostCpus: 3 };
const instancetypes = [...testPlatform.instancetypes, dedicated];

const problemsOf = (instancetype: string, featureGates: string[]) =>
  checkMachines(
    testContext({ pools: [{ ...smallPool, instancetype }] }, { instancetypes, featureGates }),
  );

// Proves: sizes.cpu-pinning, sizes.common-instancetypes
test('refuses a size with dedicated CPUs on a platform that gives none', () => {
  expect(problemsOf('d1.large', ['HotplugVolumes'])).toEqual([
    {
      path: ['pools', 0, 'instancetype'],
      message:
        'machines of pool "md-a" would never start: the dedicated CPUs of the size "d1.large" need the feature gate CPUManager; ' +
        'add it to kubevirt.featureGates of the platform',
    },
  ]);
});

test.each([
  ['dedicated CPUs on a platform that gives them', 'd1.large', ['CPUManager']],
  ['shared CPUs', 'standard-2', []],
])('allows a size with %s', (_, instancetype, gates) => {
  expect(problemsOf(instancetype, gates)).toEqual([]);
});
