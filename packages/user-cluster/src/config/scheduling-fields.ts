// SPDX-License-Identifier: Apache-2.0
import {
  field,
  listOf,
  oneOf,
  text,
  wholeNumber,
  labelKey,
  labels,
  labelValue,
  tolerationFields,
  tolerationRules,
  tolerationSeconds,
} from '@strata/contracts/fields';
import { z } from 'zod';

const hostLabel = () => labelKey('the key of a node label');

/**
 * `hard`: a VM that cannot meet the rule does not start. `soft`: the scheduler tries. `""`: no
 * rule.
 */
const strength = () => oneOf(['hard', 'soft', '']);

/**
 * How VMs are spread over the hosts.
 * @see https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/
 */
const spread = field(
  z.strictObject({
    /** Maximum difference between the numbers of VMs in two domains. */
    maxSkew: wholeNumber(1).default(1),
    /** The label of hosts whose value is the domain. */
    topologyKey: hostLabel().default('kubernetes.io/hostname'),
    whenUnsatisfiable: oneOf(['ScheduleAnyway', 'DoNotSchedule']).default('ScheduleAnyway'),
  }),
  'a mapping with maxSkew, topologyKey and whenUnsatisfiable',
);

const nodePreset = field(
  z.strictObject({
    type: strength(),
    /** Key of a label of hosts. With the type `""` it has no effect, and may be missing. */
    key: field(z.union([hostLabel(), z.literal('')]), 'the key of a node label').default(''),
    /** Allowed values of the label. Empty: the label must exist, with any value. */
    values: listOf(labelValue(), 'a list of label values').default([]),
  }),
  'a mapping with type, key and values',
).refine(({ key, type }) => type === '' || key !== '', {
  path: ['key'],
  error: 'missing; expected the key of a node label',
});

/** A taint of hosts that VMs tolerate. */
const toleration = field(
  z.strictObject({
    ...tolerationFields,
    operator: tolerationFields.operator.default('Equal'),
    seconds: tolerationSeconds,
  }),
  'a mapping with key, operator, value and effect',
).superRefine(tolerationRules('seconds'));

/** The keys of `scheduling`. */
const placement = field(
  z.strictObject({
    /** A configured list replaces the default; an empty one disables spreading. */
    spread: listOf(spread, 'a list of spreads').default([
      {
        maxSkew: 1,
        topologyKey: 'kubernetes.io/hostname',
        whenUnsatisfiable: 'ScheduleAnyway',
      },
    ]),
    /** Prefers or requires hosts with a label. */
    nodeAffinityPreset: nodePreset.optional(),
    /** Avoids or excludes hosts with a label. */
    nodeAntiAffinityPreset: nodePreset.optional(),
    /** Prefers or requires the host of the pool's other VMs. */
    podAffinityPreset: strength().optional(),
    /** Avoids or excludes hosts with another VM of the pool. */
    podAntiAffinityPreset: strength().optional(),
    /** Labels that a host must all have, each with this value. */
    nodeSelector: labels('a mapping of node labels').default({}),
    /** Taints of hosts that VMs tolerate. */
    tolerations: listOf(toleration, 'a list of tolerations').default([]),
    /** Name of a PriorityClass of the infra cluster. @default none */
    priorityClassName: text('the name of a PriorityClass').optional(),
  }),
  'a mapping with spread, presets, nodeSelector and tolerations',
);

/**
 * The hosts that VMs run on. Everything here refers to hosts of the infra cluster.
 *
 * @example
 * scheduling:
 *   nodeSelector:
 *     example.com/density: high
 */
export const scheduling = placement.default(() => placement.parse({}));

/** The hosts that VMs run on. */
export type SchedulingConfig = z.output<typeof scheduling>;
/** A rule about a label that hosts have or lack. */
export type NodePresetConfig = z.output<typeof nodePreset>;
