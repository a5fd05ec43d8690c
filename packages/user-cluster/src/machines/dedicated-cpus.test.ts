// SPDX-License-Identifier: Apache-2.0
import { migrationContract } from '@strata/contracts';
import type { Host } from '@strata/contracts';
import { checkMachines, machineMobility } from './index.ts';
import { smallPool, testContext, testMachine, testPlatform } from './test-cluster.ts';

const platform = {
  ...testPlatform,
  featureGates: ['CPUManager'],
  instancetypes: [
    { name: 'standard-2', cpu: 2, memoryGiB: 8 },
    { name: 'performance-2', cpu: 2, memoryGiB: 8, hostCpus: 3 },
    { name: 'performance-8', cpu: 8, memoryGiB: 100, hostCpus: 9 },
  ],
};

const host = (name: string, dedicatedCpus?: boolean, memoryGiB = 128): Host => ({
  name,
  cpu: 32,
  memoryGiB,
  ...(dedicatedCpus !== undefined && { dedicatedCpus }),
});

const onlyOne = 'only one host takes such machines, "metal-0", and its second pod needs another';

// https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-controller/services/nodeselectorrenderer.go `Render`
test.each([
  ['one host gives dedicated CPUs', 'performance-2', [true, false, false], [onlyOne]],
  ['two hosts give dedicated CPUs', 'performance-2', [true, true, false], []],
  ['one host gives them, and nobody asked another', 'performance-2', [true, undefined, false], []],
  ['no host gives them, as before the gate is on', 'performance-2', [false, false, false], []],
  ['nobody has asked the hosts', 'performance-2', [undefined, undefined, undefined], []],
  ['its CPUs are shared', 'standard-2', [true, false, false], []],
] as const)(
  'a machine moves by hosts with dedicated CPUs: %s',
  (_, instancetype, gives, reasons) => {
    const hosts = gives.map((one, index) => host(`metal-${index}`, one));
    const { machine } = testMachine({ instancetype });
    const mobility = machineMobility(machine, {
      role: 'worker',
      network: { binding: 'masquerade', ipPreservingCni: false },
      platform,
      hosts,
      replicas: 1,
      maxUnavailable: 1,
    });
    expect(migrationContract(mobility)).toEqual({
      behaviour: reasons.length === 0 ? 'migrates' : 'blocks',
      reasons,
    });
  },
);

test('a machine with dedicated CPUs has no room on a host that gives none, however large', () => {
  const problems = (instancetype: string, gives: boolean) => {
    const pools = [{ ...smallPool, instancetype }];
    const hosts = [host('metal-0', true, 64), host('metal-1', gives, 256)];
    const found = checkMachines({ ...testContext({ pools }), platform, infra: { hosts } });
    return found.map(({ path, message }) => [path.join('.'), message]);
  };
  expect(problems('performance-8', false)).toEqual([
    [
      'pools.0.instancetype',
      'no host has room for pool "md-a" with 8 CPUs and 100 GiB of memory; the largest that takes it, "metal-0", has ' +
        '32 CPUs and 64 GiB, part of which the host itself needs',
    ],
  ]);
  expect(problems('performance-8', true)).toEqual([]);
  expect(problems('performance-2', false)).toEqual([]);
});
