// SPDX-License-Identifier: Apache-2.0
import type { Host, MachineMobility } from '@strata/contracts';
import type { NodePresetConfig, SchedulingConfig } from '../config/index.ts';

/** Facts that decide where the VMs of a group may run. */
export interface PlacementContext {
  readonly replicas: number;
  /** How many of the VMs may be away at a time. */
  readonly maxUnavailable: number;
  /** All known hosts; none means that they are not known. */
  readonly hosts: readonly Pick<Host, 'name' | 'zone'>[];
}

interface Facts extends PlacementContext {
  readonly scheduling: SchedulingConfig;
  /** Hosts that the labels do not rule out, as far as they are known. */
  readonly fitting: PlacementContext['hosts'];
}

const namesOf = (hosts: Facts['hosts']) => hosts.map(({ name }) => name).join();

/** A rule in the scheduling of VMs that the drain of a host cannot get past. */
interface Rule {
  readonly source: string;
  readonly applies: (facts: Facts) => boolean;
  readonly reason: (facts: Facts) => string;
}

const kubevirt = 'https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/watch';
const kubernetes = 'https://kubernetes.io/docs';

/**
 * Reasons why no other host takes the second pod of a migrating VM. KubeVirt forbids this pod the host
 * that the VM is on, and checks nothing else before it refuses the eviction.
 */
const noTarget: readonly Rule[] = [
  {
    source: `${kubevirt}/migration/migration.go createMigrationPodAntiAffinityRule`,
    applies: ({ scheduling }) => scheduling.podAffinityPreset === 'hard',
    reason: () =>
      'podAffinityPreset is hard: while it moves, its second pod has to be on the host of the first one, and must not be',
  },
  {
    source: `${kubevirt}/migration/migration.go createTargetPod`,
    applies: ({ scheduling, replicas, fitting }) =>
      scheduling.podAntiAffinityPreset === 'hard' &&
      fitting.length > 1 &&
      replicas >= fitting.length,
    reason: ({ replicas, fitting }) =>
      `podAntiAffinityPreset is hard: each of the ${fitting.length} hosts for it has one of the ${replicas} machines, and its second pod needs one without`,
  },
  {
    source: `${kubernetes}/concepts/scheduling-eviction/assign-pod-node/#nodeselector`,
    applies: ({ hosts, fitting }) => hosts.length > 1 && fitting.length === 1,
    reason: ({ fitting }) =>
      `its nodeSelector and presets leave it one host, "${namesOf(fitting)}", and its second pod needs another`,
  },
  {
    source: `${kubevirt}/migration/migration.go createMigrationPodAntiAffinityRule`,
    applies: ({ hosts }) => hosts.length === 1,
    reason: ({ hosts }) =>
      `there is one host, "${namesOf(hosts)}", and its second pod needs another`,
  },
];

/**
 * Reasons why a VM that was shut down does not start again before its host is free, which then never
 * happens.
 */
const noReturn: readonly Rule[] = [
  {
    source: `${kubernetes}/tasks/run-application/configure-pdb/`,
    applies: ({ scheduling, replicas, maxUnavailable }) =>
      scheduling.podAffinityPreset === 'hard' && replicas > maxUnavailable,
    reason: ({ replicas, maxUnavailable }) =>
      `podAffinityPreset is hard: started anew, it has to be on the host that the others of the ${replicas} are still on, and they wait for it, for maxUnavailable is ${maxUnavailable}`,
  },
];

type Label = (host: PlacementContext['hosts'][number]) => string | undefined;

/** Labels of hosts whose values are known; nobody can say which hosts any other label leaves. */
const knownLabels: Readonly<Record<string, Label>> = {
  'kubernetes.io/hostname': ({ name }) => name,
  'topology.kubernetes.io/zone': ({ zone }) => zone,
};

function fits(preset: NodePresetConfig | undefined, host: PlacementContext['hosts'][number]) {
  if (preset?.type !== 'hard') return undefined;
  const label = knownLabels[preset.key];
  if (label === undefined) return undefined;
  const value = label(host);
  if (value === undefined) return false;
  return preset.values.length === 0 || preset.values.includes(value);
}

function fittingHosts(scheduling: SchedulingConfig, hosts: PlacementContext['hosts']) {
  const { nodeAffinityPreset, nodeAntiAffinityPreset, nodeSelector } = scheduling;
  return hosts.filter(
    (host) =>
      Object.entries(nodeSelector).every(
        ([key, value]) => knownLabels[key] === undefined || knownLabels[key](host) === value,
      ) &&
      fits(nodeAffinityPreset, host) !== false &&
      fits(nodeAntiAffinityPreset, host) !== true,
  );
}

/** Returns the reasons in a VM's scheduling that keep it on its host. */
export function machinePlacement(
  scheduling: SchedulingConfig,
  context: PlacementContext,
): Required<Pick<MachineMobility, 'noTarget' | 'noReturn'>> {
  const fitting = fittingHosts(scheduling, context.hosts);
  const facts: Facts = { ...context, scheduling, fitting };
  const reasonsOf = (rules: readonly Rule[]) =>
    rules.filter(({ applies }) => applies(facts)).map(({ reason }) => reason(facts));
  return { noTarget: reasonsOf(noTarget), noReturn: reasonsOf(noReturn) };
}
