// SPDX-License-Identifier: Apache-2.0
import { migrationContract } from '@strata/contracts/migration';
import {
  at,
  kinds,
  listOf,
  machineKinds,
  machineOf,
  namespaceOf,
  podInterfaces,
  textOf,
  titleOf,
} from '../resource/index.ts';
import type { Machine, StackSubject } from '../resource/index.ts';
import type { StackRule } from '../rule/index.ts';
import { bridgeAnnotation, mobilityOf } from './mobility-of.ts';
import type { MigrationSettings } from './mobility-of.ts';

/** Ports in the VM's pod that live migration itself uses. */
const migrationPorts = [49152, 49153];

function strategyProblems(
  machine: Machine,
  volumes: readonly StackSubject[],
  settings: MigrationSettings,
): readonly string[] {
  if (textOf(machine.spec.evictionStrategy) === 'External') {
    return [
      'evictionStrategy External waits for a controller that evicts it, but there is none; use LiveMigrateIfPossible',
    ];
  }
  const mobility = mobilityOf(machine, volumes, settings);
  const contract = mobility && migrationContract(mobility);
  if (contract?.behaviour !== 'blocks') return [];
  return contract.reasons.map(
    (reason) =>
      `evictionStrategy LiveMigrate, but ${reason}, so it never migrates and a drain of its host never ends; ` +
      'use LiveMigrateIfPossible',
  );
}

function networkProblems(machine: Machine, settings: MigrationSettings): readonly string[] {
  const interfaces = podInterfaces(machine);
  const promised =
    bridgeAnnotation in machine.annotations &&
    !settings.ipPreservingCni &&
    interfaces.some((one) => one.bridge !== undefined);
  const ports = interfaces
    .filter((one) => one.masquerade !== undefined)
    .flatMap((one) => listOf(one.ports))
    .map((port) => at(port, 'port'))
    .filter((port): port is number => typeof port === 'number' && migrationPorts.includes(port));
  return [
    ...(promised
      ? [
          `annotation ${bridgeAnnotation} lets it migrate, but the CNI does not preserve its IP address; ` +
            'remove it (user-cluster:network.ipPreservingCni), or write {"ipPreservingCni": true} for ' +
            'live-migration-possible into stacks/policies/<environment>.json',
        ]
      : []),
    ...ports.map((port) => `port ${port} is taken by live migration; take another`),
  ];
}

/** Rejects VMs that must live-migrate but cannot, or that would lose their address. */
export const liveMigrationPossible: StackRule<MigrationSettings> = {
  name: 'live-migration-possible',
  area: 'machines',
  refuses:
    'A machine that must live-migrate when its host is drained but cannot, or that would lose its address.',
  why: 'KubeVirt refuses its eviction forever, so drains and upgrades of hosts hang.',
  source: 'https://kubevirt.io/user-guide/compute/live_migration/#limitations',
  level: 'mandatory',
  settings: {
    ipPreservingCni: {
      what: "whether the infra cluster's CNI preserves the IP address of a pod that live-migrates (Kube-OVN, OVN-Kubernetes)",
      default: false,
      schema: { type: 'boolean' },
    },
  },
  kinds: [...machineKinds, kinds.dataVolume],
  checkStack: (subjects, settings) =>
    subjects
      .filter(({ type }) => type !== kinds.dataVolume)
      .flatMap((subject) => {
        const machine = machineOf(subject);
        const namespace = namespaceOf(subject.object);
        const volumes = subjects.filter(
          ({ type, object }) => type === kinds.dataVolume && namespaceOf(object) === namespace,
        );
        return [
          ...strategyProblems(machine, volumes, settings),
          ...networkProblems(machine, settings),
        ].map((problem) => ({ message: `${titleOf(subject)}: ${problem}.`, urn: subject.urn }));
      }),
};
