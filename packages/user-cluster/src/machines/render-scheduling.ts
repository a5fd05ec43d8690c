// SPDX-License-Identifier: Apache-2.0
import type {
  K8sIoApiCoreV1Affinity,
  K8sIoApiCoreV1NodeSelectorRequirement,
  V1VirtualMachineInstanceSpec,
} from '@kubevirt-ui-ext/kubevirt-api/kubevirt';
import { labelKeys } from '@strata/contracts';
import type { NodePresetConfig, SchedulingConfig } from '../config/index.ts';

type Scheduling = Pick<
  V1VirtualMachineInstanceSpec,
  'affinity' | 'nodeSelector' | 'priorityClassName' | 'tolerations' | 'topologySpreadConstraints'
>;

type Requirement = K8sIoApiCoreV1NodeSelectorRequirement;

/**
 * Label of hosts. VMs are kept together or apart by their own label, which does not tell hosts apart.
 */
const hostKey = 'kubernetes.io/hostname';

/** Operators of each rule, with and without values. */
const operators = {
  affinity: { values: 'In', none: 'Exists' },
  antiAffinity: { values: 'NotIn', none: 'DoesNotExist' },
} as const;

function requirement(preset: NodePresetConfig, kind: keyof typeof operators): Requirement {
  const { key, values } = preset;
  const { [kind]: operator } = operators;
  return values.length === 0
    ? { key, operator: operator.none }
    : { key, operator: operator.values, values: [...values] };
}

/**
 * Renders node affinity. All hard rules are one term, because a host must satisfy every one of them;
 * each soft rule counts by itself.
 */
function renderNodeAffinity(scheduling: SchedulingConfig): K8sIoApiCoreV1Affinity['nodeAffinity'] {
  const { nodeAffinityPreset, nodeAntiAffinityPreset } = scheduling;
  const rules = [
    ...(nodeAffinityPreset === undefined
      ? []
      : [{ type: nodeAffinityPreset.type, rule: requirement(nodeAffinityPreset, 'affinity') }]),
    ...(nodeAntiAffinityPreset === undefined
      ? []
      : [
          {
            type: nodeAntiAffinityPreset.type,
            rule: requirement(nodeAntiAffinityPreset, 'antiAffinity'),
          },
        ]),
  ];
  if (rules.every(({ type }) => type === '')) return undefined;
  const of = (type: NodePresetConfig['type']) =>
    rules.filter((one) => one.type === type).map(({ rule }) => rule);
  const [hard, soft] = [of('hard'), of('soft')];
  return {
    ...(hard.length > 0 && {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: hard }],
      },
    }),
    ...(soft.length > 0 && {
      preferredDuringSchedulingIgnoredDuringExecution: soft.map((rule) => ({
        weight: 1,
        preference: { matchExpressions: [rule] },
      })),
    }),
  };
}

/** Renders the term that keeps VMs of a group together or apart; both have the same shape. */
function renderPodRule(strength: 'hard' | 'soft', group: string) {
  const term = {
    labelSelector: { matchLabels: { [labelKeys.machine]: group } },
    topologyKey: hostKey,
  };
  return strength === 'hard'
    ? { requiredDuringSchedulingIgnoredDuringExecution: [term] }
    : {
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: term }],
      };
}

function renderAffinity(scheduling: SchedulingConfig, group: string): K8sIoApiCoreV1Affinity {
  const { podAffinityPreset: together, podAntiAffinityPreset: apart } = scheduling;
  const nodeAffinity = renderNodeAffinity(scheduling);
  return {
    ...(nodeAffinity && { nodeAffinity }),
    ...(together && { podAffinity: renderPodRule(together, group) }),
    ...(apart && { podAntiAffinity: renderPodRule(apart, group) }),
  };
}

function renderTolerations({ tolerations }: SchedulingConfig): Scheduling['tolerations'] {
  return tolerations.map(({ key, operator, value, effect, seconds }) => ({
    ...(key !== undefined && { key }),
    operator,
    ...(value !== undefined && { value }),
    ...(effect !== undefined && { effect }),
    ...(seconds !== undefined && { tolerationSeconds: seconds }),
  }));
}

/**
 * Renders the rules that decide on which hosts the VMs of a group run.
 *
 * @see https://kubevirt.io/user-guide/compute/node_assignment/
 */
export function renderScheduling(scheduling: SchedulingConfig, group: string): Scheduling {
  const { spread, nodeSelector, tolerations, priorityClassName } = scheduling;
  const affinity = renderAffinity(scheduling, group);
  return {
    ...(Object.keys(affinity).length > 0 && { affinity }),
    ...(Object.keys(nodeSelector).length > 0 && { nodeSelector }),
    ...(tolerations.length > 0 && { tolerations: renderTolerations(scheduling) }),
    ...(spread.length > 0 && {
      topologySpreadConstraints: spread.map((constraint) => ({
        ...constraint,
        labelSelector: { matchLabels: { [labelKeys.machine]: group } },
      })),
    }),
    ...(priorityClassName !== undefined && { priorityClassName }),
  };
}
