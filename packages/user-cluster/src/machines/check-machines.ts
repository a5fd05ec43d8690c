// SPDX-License-Identifier: Apache-2.0
import { migrationContract } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { Check, CheckContext } from '../checks/check-context.ts';
import { allMachines } from './all-machines.ts';
import type { MachineGroup } from './all-machines.ts';
import { checkAutoRestart } from './check-auto-restart.ts';
import { sharedHostFiles } from './check-host-files.ts';
import { checkDisks } from './check-disks.ts';
import { checkHotplug } from './check-hotplug.ts';
import { checkMachineDns } from './check-machine-dns.ts';
import { checkInterrupts } from './check-interrupts.ts';
import { checkHostVlans } from './check-host-vlans.ts';
import { checkInterfaces, repeatedMacs } from './check-interfaces.ts';
import { checkPace } from './check-pace.ts';
import { checkPreference } from './check-preference.ts';
import { checkRootDisk } from './check-root-disk.ts';
import { checkScheduling } from './check-scheduling.ts';
import { checkSelectors } from './check-selectors.ts';
import { checkSizeGates } from './check-size-gates.ts';
import { checkSize } from './check-sizes.ts';
import { asOfInfra } from './machine-hosts.ts';
import { machineMobility } from './machine-mobility.ts';
import { poolNames } from './pool-names.ts';

/**
 * Reports VMs that must live-migrate but cannot: the first drain of their host would wait forever. VMs
 * that migrate only if possible, and have no host to go to, are announced and not refused: such pools
 * are running. Nor is a host refused here whose CPU no other host has: it came into the rack, and the
 * machines on all others are none the worse for it.
 */
function checkEviction(
  { path, title, role, machine, persistentDisks, ...placed }: MachineGroup,
  { config, infra: { hosts }, platform }: CheckContext,
): Problem[] {
  const { network } = config;
  if (network === undefined || machine.evictionStrategy !== 'LiveMigrate') return [];
  const alike = hosts.map((host) => ({ ...host, cpuRefusedBy: [] }));
  const context = { role, network, platform, persistentDisks, hosts: alike, ...placed };
  const mobility = machineMobility(machine, context);
  const { behaviour, reasons } = migrationContract(mobility);
  const isStuck = (all: typeof hosts) =>
    migrationContract(machineMobility(machine, { ...context, hosts: all })).behaviour === 'blocks';
  if (behaviour !== 'blocks') return [];
  // If nothing else is in the way, KubeVirt treats the VM as one that can migrate, with either strategy.
  const isOnlyPlacement = migrationContract({ ...mobility, noTarget: [] }).behaviour === 'migrates';
  const way = isOnlyPlacement ? 'Take these away' : 'Use LiveMigrateIfPossible, or take these away';
  return [
    {
      path: [...path, 'evictionStrategy'],
      message:
        `${title} cannot migrate, and with LiveMigrate no host that it is on could ever be drained: ` +
        `${reasons.join('; ')}. ${way}` +
        asOfInfra(machine, { infra: { hosts: alike }, platform }, isStuck),
    },
  ];
}

function repeatedTaints({ path, machine }: MachineGroup): Problem[] {
  return machine.taints.flatMap(({ key, effect }, index) =>
    machine.taints.slice(0, index).some((other) => other.key === key && other.effect === effect)
      ? [
          {
            path: [...path, 'taints', index],
            message: `there is another taint "${key}" with the effect ${effect}; a node has one of them`,
          },
        ]
      : [],
  );
}

const checksOfEach: readonly ((group: MachineGroup, context: CheckContext) => Problem[])[] = [
  checkSize,
  checkSizeGates,
  checkPreference,
  checkRootDisk,
  checkDisks,
  checkInterfaces,
  checkHostVlans,
  checkInterrupts,
  checkHotplug,
  checkMachineDns,
  checkScheduling,
  checkSelectors,
  checkEviction,
  repeatedTaints,
];

/** Returns the problems of the VMs of a cluster, its control plane's included. */
export const checkMachines: Check = (context) => [
  ...poolNames(context.config),
  ...allMachines(context.config, context.running?.etcdDisks).flatMap((group) =>
    checksOfEach.flatMap((check) => check(group, context)),
  ),
  ...repeatedMacs(context),
  ...sharedHostFiles(context),
  ...checkPace(context),
  ...checkAutoRestart(context),
];
