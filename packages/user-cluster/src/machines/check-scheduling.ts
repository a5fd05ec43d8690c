// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { CheckContext } from '../checks/check-context.ts';
import type { NodePresetConfig, SchedulingConfig } from '../config/index.ts';
import type { MachineGroup } from './all-machines.ts';
import { asOfInfra, hostsFor } from './machine-hosts.ts';

interface Facts {
  readonly scheduling: SchedulingConfig;
  readonly title: string;
  readonly replicas: number;
  readonly hosts: CheckContext['infra']['hosts'];
}

/** Rules that cannot be kept. */
interface Contradiction {
  readonly key: keyof SchedulingConfig;
  readonly wrong: (facts: Facts) => boolean;
  readonly message: (facts: Facts) => string;
}

const hostKey = 'kubernetes.io/hostname';
const zoneKey = 'topology.kubernetes.io/zone';

const isHard = (preset: NodePresetConfig | undefined): preset is NodePresetConfig =>
  preset?.type === 'hard';

/** Returns whether the second rule forbids every host that the first asks for. */
function excludes(wanted: NodePresetConfig, unwanted: NodePresetConfig): boolean {
  if (wanted.key !== unwanted.key) return false;
  if (unwanted.values.length === 0) return true;
  return (
    wanted.values.length > 0 && wanted.values.every((value) => unwanted.values.includes(value))
  );
}

const isStrictOver = (key: string) => (spread: SchedulingConfig['spread'][number]) =>
  spread.topologyKey === key && spread.whenUnsatisfiable === 'DoNotSchedule';

/** A PriorityClass that no pod of a user cluster may have. */
interface PlatformClass {
  readonly name: string;
  readonly source: string;
}

/**
 * Classes with a value of 1000000000 or more, which the platform's admission policy refuses. Another one
 * of exactly that value, which is the most that users can give, is only known to the infra cluster.
 */
const platformClasses: readonly PlatformClass[] = [
  ...['system-node-critical', 'system-cluster-critical'].map((name) => ({
    name,
    source:
      'https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/apis/scheduling/v1/helpers.go systemPriorityClasses',
  })),
  {
    name: 'kubevirt-cluster-critical',
    source:
      'https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-operator/resource/generate/components/crds.go',
  },
];

const contradictions: readonly Contradiction[] = [
  {
    key: 'priorityClassName',
    wrong: ({ scheduling: { priorityClassName } }) =>
      platformClasses.some(({ name }) => name === priorityClassName),
    message: ({ title, scheduling: { priorityClassName = '' } }) =>
      `${title} would have the priority of the platform's own programs, "${priorityClassName}", which the platform refuses; take a PriorityClass with a value below 1000000000`,
  },
  {
    key: 'nodeAntiAffinityPreset',
    wrong: ({ scheduling: { nodeAffinityPreset: wanted, nodeAntiAffinityPreset: unwanted } }) =>
      isHard(wanted) && isHard(unwanted) && excludes(wanted, unwanted),
    message: ({ title }) =>
      `${title} may only run on hosts that nodeAffinityPreset asks for, and nodeAntiAffinityPreset forbids all of these; make one of the two soft`,
  },
  {
    key: 'nodeAntiAffinityPreset',
    wrong: ({ scheduling: { nodeSelector, nodeAntiAffinityPreset: unwanted } }) => {
      if (!isHard(unwanted)) return false;
      const value = nodeSelector[unwanted.key];
      return value !== undefined && excludes({ ...unwanted, values: [value] }, unwanted);
    },
    message: ({ title }) =>
      `${title} may only run on hosts that nodeSelector asks for, and nodeAntiAffinityPreset forbids all of these; make it soft`,
  },
  {
    key: 'nodeAffinityPreset',
    wrong: ({ scheduling: { nodeSelector, nodeAffinityPreset: wanted } }) => {
      if (!isHard(wanted) || wanted.values.length === 0) return false;
      const value = nodeSelector[wanted.key];
      return value !== undefined && !wanted.values.includes(value);
    },
    message: ({ title }) =>
      `${title} may only run on hosts that nodeSelector asks for, and nodeAffinityPreset asks for other hosts; make it soft`,
  },
  {
    key: 'podAntiAffinityPreset',
    wrong: ({ scheduling }) =>
      scheduling.podAffinityPreset === 'hard' && scheduling.podAntiAffinityPreset === 'hard',
    message: ({ title }) =>
      `machines of ${title} must share one host (podAffinityPreset), and must be on different hosts (podAntiAffinityPreset); make one of the two soft`,
  },
  {
    key: 'podAntiAffinityPreset',
    wrong: ({ scheduling, replicas, hosts }) =>
      scheduling.podAntiAffinityPreset === 'hard' && hosts.length > 0 && replicas > hosts.length,
    message: ({ title, replicas, hosts }) =>
      `${title} has ${replicas} machines, each of which needs a host of its own, and there are ${hosts.length} hosts that take them; make it soft`,
  },
  {
    key: 'podAffinityPreset',
    wrong: ({ scheduling, replicas }) =>
      scheduling.podAffinityPreset === 'hard' &&
      scheduling.spread.some((one) => isStrictOver(hostKey)(one) && replicas > one.maxSkew),
    message: ({ title }) =>
      `machines of ${title} must share one host (podAffinityPreset), and must be spread over hosts (spread with whenUnsatisfiable: DoNotSchedule); make one of the two soft`,
  },
  {
    key: 'spread',
    wrong: ({ scheduling, hosts }) =>
      scheduling.spread.some(isStrictOver(zoneKey)) &&
      hosts.length > 0 &&
      hosts.every(({ zone }) => zone === undefined),
    message: ({ title }) =>
      `${title} must be spread over zones, and no host has the label ${zoneKey}; label the hosts, or use ScheduleAnyway`,
  },
];

/** Reports two constraints over one domain, which Kubernetes refuses. */
function repeatedSpreads({ spread }: SchedulingConfig): Problem[] {
  return spread.flatMap(({ topologyKey, whenUnsatisfiable }, index) =>
    spread
      .slice(0, index)
      .some(
        (other) =>
          other.topologyKey === topologyKey && other.whenUnsatisfiable === whenUnsatisfiable,
      )
      ? [
          {
            path: ['spread', index],
            message: `there is another spread over ${topologyKey} with ${whenUnsatisfiable}; remove one of them`,
          },
        ]
      : [],
  );
}

/** Returns the problems of the rules that say on which hosts VMs run. */
export function checkScheduling(group: MachineGroup, context: CheckContext): Problem[] {
  const { scheduling } = group.machine;
  const { title, replicas } = group;
  const hosts = hostsFor(group.machine, context);
  const facts: Facts = { scheduling, title, replicas, hosts };
  const found: Problem[] = contradictions
    .filter(({ wrong }) => wrong(facts))
    .map(({ key, message, wrong }) => ({
      path: [key],
      message:
        message(facts) +
        asOfInfra(group.machine, context, (all) => wrong({ ...facts, hosts: all })),
    }));
  return [...found, ...repeatedSpreads(scheduling)].map(({ path, message }) => ({
    path: [...group.path, 'scheduling', ...path],
    message,
  }));
}
