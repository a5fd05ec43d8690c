// SPDX-License-Identifier: Apache-2.0
import { migrationContract } from '@strata/contracts';
import type { Host } from '@strata/contracts';
import { checkMachines, machineMobility } from './index.ts';
import { smallPool, testContext, testMachine, testPlatform } from './test-cluster.ts';
import type { RawPool } from './test-cluster.ts';

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

const asRead =
  '. Only hosts with dedicated CPUs count, as the last update of infra has read them ("metal-0"): ' +
  'if others give them by now, bring infra up first';

/** Returns what is said of a pool on two hosts, of which the second is larger. */
const problemsOf = (pool: RawPool, gives: boolean, largest = 256) => {
  const pools = [{ ...smallPool, ...pool }];
  const hosts = [host('metal-0', true, 64), host('metal-1', gives, largest)];
  const found = checkMachines({ ...testContext({ pools }), platform, infra: { hosts } });
  return found.map(({ path, message }) => [path.join('.'), message]);
};

test('a machine with dedicated CPUs has no room on a host that gives none, however large', () => {
  const problems = (instancetype: string, gives: boolean, largest?: number) =>
    problemsOf({ instancetype }, gives, largest);
  const tooLarge =
    'no host has room for pool "md-a" with 8 CPUs and 100 GiB of memory; the largest that takes it, "metal-0", has ' +
    '32 CPUs and 64 GiB, part of which the host itself needs';
  expect(problems('performance-8', false)).toEqual([['pools.0.instancetype', tooLarge + asRead]]);
  expect(problems('performance-8', false, 64)).toEqual([['pools.0.instancetype', tooLarge]]);
  expect(problems('performance-8', true)).toEqual([]);
  expect(problems('performance-2', false)).toEqual([]);
});

// virt-handler writes its label up to two minutes later, and infra may have read the hosts before.
test.each<[string, RawPool, string, string]>([
  [
    'for machines that each need a host of their own',
    { scheduling: { podAntiAffinityPreset: 'hard' } },
    'pools.0.scheduling.podAntiAffinityPreset',
    'pool "md-a" has 2 machines, each of which needs a host of its own, and there are 1 hosts that take them; make it soft',
  ],
  [
    'for one machine more while a pool rolls',
    { replicas: 1, scheduling: { podAntiAffinityPreset: 'hard' } },
    'pools.0.maxUnavailable',
    'no machine may be away, and no host is free for one more: 1 machines each need one of 1 hosts alone; set it to 1, or make podAntiAffinityPreset soft',
  ],
])('a refusal says that only hosts with dedicated CPUs count: %s', (_, pool, path, message) => {
  const withCpus = { instancetype: 'performance-2', maxUnavailable: 0, maxSurge: 1, ...pool };
  expect(problemsOf(withCpus, false)).toContainEqual([path, message + asRead]);
  expect(problemsOf(withCpus, true)).not.toContainEqual([path, message + asRead]);
  const three = { ...withCpus, replicas: 3, maxUnavailable: 1 };
  expect(problemsOf(three, false)).not.toContainEqual([path, expect.stringContaining(asRead)]);
});

test('a refusal of LiveMigrate says that only hosts with dedicated CPUs count', () => {
  const pool = { instancetype: 'performance-2', evictionStrategy: 'LiveMigrate' };
  const problems = (own: RawPool, gives: boolean) => {
    const pools = [{ ...smallPool, ...own }];
    const hosts = [host('metal-0', true), host('metal-1', gives)];
    const network = { binding: 'masquerade' };
    return checkMachines({ ...testContext({ pools, network }), platform, infra: { hosts } });
  };
  expect(problems(pool, true)).toEqual([]);
  expect(problems(pool, false)).toEqual([
    {
      path: ['pools', 0, 'evictionStrategy'],
      message:
        `pool "md-a" cannot migrate, and with LiveMigrate no host that it is on could ever be drained: ${onlyOne}. ` +
        `Take these away${asRead}`,
    },
  ]);
});
