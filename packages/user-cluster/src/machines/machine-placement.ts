// SPDX-License-Identifier: Apache-2.0
import type { Host, MachineMobility } from '@strata/contracts';
import type { SchedulingConfig } from '../config/index.ts';
import { fittingHosts, knownLabels } from './fitting-hosts.ts';
import { withoutPlace } from './strict-spread.ts';
import { toleratedHosts } from './tolerated-hosts.ts';

/** Facts that decide where the VMs of a group may run. */
export interface PlacementContext {
  readonly replicas: number;
  /** How many of the VMs may be away at a time. */
  readonly maxUnavailable: number;
  /** All known hosts; none means that they are not known. */
  readonly hosts: readonly Pick<
    Host,
    'name' | 'zone' | 'taints' | 'cpuRefusedBy' | 'dedicatedCpus'
  >[];
}

interface Facts extends PlacementContext {
  readonly cpuModel: string;
  readonly scheduling: SchedulingConfig;
  /** Hosts that neither labels nor taints rule out, as far as they are known. */
  readonly fitting: PlacementContext['hosts'];
  /** These and hosts that taints rule out: a spread counts them as hosts without machines. */
  readonly counted: PlacementContext['hosts'];
}

const namesOf = (hosts: Facts['hosts']) => hosts.map(({ name }) => name).join();

/** A rule in the scheduling of VMs that the drain of a host cannot get past. */
interface Rule {
  readonly source: string;
  readonly applies: (facts: Facts) => boolean;
  readonly reason: (facts: Facts) => string;
}

/** A strict spread that leaves VMs of a drained host without a place. */
interface TightSpread extends Pick<SchedulingConfig['spread'][number], 'topologyKey' | 'maxSkew'> {
  readonly stranded: number;
}

/** Returns the strict spreads over known labels that leave VMs of some drained host without a place. */
function tightSpreads(facts: Facts, migrates: boolean): TightSpread[] {
  const { counted, replicas, scheduling } = facts;
  return scheduling.spread.flatMap(({ maxSkew, topologyKey, whenUnsatisfiable }) => {
    const label = knownLabels[topologyKey];
    if (whenUnsatisfiable !== 'DoNotSchedule' || label === undefined) return [];
    const values = counted.map(label).filter((value) => value !== undefined);
    const sizes = new Map<string, number>();
    for (const value of values) sizes.set(value, (sizes.get(value) ?? 0) + 1);
    // The other hosts of a domain take the VMs of one that is drained.
    if (sizes.size < 2 || ![...sizes.values()].includes(1)) return [];
    const stranded = withoutPlace({ replicas, domains: sizes.size, maxSkew, migrates });
    return stranded === 0 ? [] : [{ topologyKey, maxSkew, stranded }];
  });
}

const spreadReason = ({ replicas }: Facts, { maxSkew, stranded, topologyKey }: TightSpread) =>
  `its spread over ${topologyKey} is DoNotSchedule: a host that is drained counts as one without machines, ` +
  `and with maxSkew ${maxSkew} the others have no place for ${stranded} of the ${replicas}`;

const kubevirt = 'https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/watch';
const kubernetes = 'https://kubernetes.io/docs';

/** Returns the hosts whose VMs no other host takes while they run, for its CPU lacks something. */
function withOwnCpu({ cpuModel, fitting }: Facts): Facts['hosts'] {
  if (cpuModel !== 'host-model' || fitting.length < 2) return [];
  return fitting.filter(({ name: source, cpuRefusedBy = [] }) =>
    fitting.every(({ name }) => name === source || cpuRefusedBy.includes(name)),
  );
}

/** Returns the hosts whose CPU some other host does not run, where VMs have the very CPU of their host. */
function withOtherCpu({ cpuModel, fitting }: Facts): Facts['hosts'] {
  if (cpuModel !== 'host-passthrough') return [];
  return fitting.filter(({ cpuRefusedBy = [] }) =>
    fitting.some(({ name }) => cpuRefusedBy.includes(name)),
  );
}

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
      `its nodeSelector, presets and tolerations leave it one host, "${namesOf(fitting)}", and its second pod needs another`,
  },
  {
    source: `${kubevirt}/migration/migration.go createMigrationPodAntiAffinityRule`,
    applies: ({ hosts }) => hosts.length === 1,
    reason: ({ hosts }) =>
      `only one host takes such machines, "${namesOf(hosts)}", and its second pod needs another`,
  },
  {
    source: `${kubevirt}/migration/migration.go prepareNodeSelectorForHostCpuModel`,
    applies: (facts) => withOwnCpu(facts).length > 0,
    reason: (facts) =>
      `it has the CPU of the host on which it starts, and no other host runs that of "${namesOf(withOwnCpu(facts))}": ` +
      'set a cpuModel that all hosts have, of its size or of all (kubevirt.cpuModel)',
  },
  {
    // The pod asks for no label of a CPU: .../virt-controller/services/nodeselectorrenderer.go `Render`.
    source: 'https://libvirt.org/formatdomain.html#cpu-model-and-topology',
    applies: (facts) => withOtherCpu(facts).length > 0,
    reason: (facts) =>
      'it has the very CPU of its host (cpuModel host-passthrough), so its second pod needs a host with the same, and ' +
      `KubeVirt looks for none: not all hosts for it run the CPU of ${withOtherCpu(facts)
        .map(({ name }) => `"${name}"`)
        .join(
          ', ',
        )}: set another cpuModel, of its size or of all (kubevirt.cpuModel), or keep it to like hosts ` +
      'by its scheduling',
  },
  {
    source: `${kubernetes}/concepts/scheduling-eviction/topology-spread-constraints/`,
    applies: (facts) => tightSpreads(facts, true).length > 0,
    reason: (facts) =>
      tightSpreads(facts, true)
        .map((spread) => spreadReason(facts, spread))
        .join('; '),
  },
];

/** Returns the spreads that leave more VMs of a drained host without a place than may be away. */
function waitingSpreads(facts: Facts): TightSpread[] {
  return tightSpreads(facts, false).filter(({ stranded }) => stranded > facts.maxUnavailable);
}

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
  {
    source: `${kubernetes}/concepts/scheduling-eviction/topology-spread-constraints/`,
    applies: (facts) => waitingSpreads(facts).length > 0,
    reason: (facts) =>
      waitingSpreads(facts)
        .map(
          (spread) =>
            `${spreadReason(facts, spread)}, of which maxUnavailable lets ${facts.maxUnavailable} be away`,
        )
        .join('; '),
  },
];

/** Returns the reasons in a VM's scheduling and CPU model that keep it on its host. */
export function machinePlacement(
  scheduling: SchedulingConfig,
  context: PlacementContext,
  cpuModel: string,
): Required<Pick<MachineMobility, 'noTarget' | 'noReturn'>> {
  const counted = fittingHosts(scheduling, context.hosts);
  const fitting = toleratedHosts(counted, scheduling);
  const facts: Facts = { ...context, scheduling, fitting, counted, cpuModel };
  const reasonsOf = (rules: readonly Rule[]) =>
    rules.filter(({ applies }) => applies(facts)).map(({ reason }) => reason(facts));
  return { noTarget: reasonsOf(noTarget), noReturn: reasonsOf(noReturn) };
}
