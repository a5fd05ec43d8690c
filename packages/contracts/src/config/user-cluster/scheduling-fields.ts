// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, oneOf, text, wholeNumber } from '../field.ts';
import { labelKey, labels, labelValue } from '../label-fields.ts';
import { tolerationFields, tolerationRules, tolerationSeconds } from '../toleration-fields.ts';

const hostLabel = () => labelKey('the key of a node label');

/** `hard`: a machine that cannot have it does not start. `soft`: the scheduler tries. `""`: no rule. */
const strength = () => oneOf(['hard', 'soft', '']);

/** How machines are spread over the hosts. @see https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/ */
const spread = field(
  z.strictObject({
    /** By how many machines two domains may differ. */
    maxSkew: wholeNumber(1).default(1),
    /** The label of a host that says which domain it is in. */
    topologyKey: hostLabel().default('kubernetes.io/hostname'),
    whenUnsatisfiable: oneOf(['ScheduleAnyway', 'DoNotSchedule']).default('ScheduleAnyway'),
  }),
  'a mapping with maxSkew, topologyKey and whenUnsatisfiable',
);

const nodePreset = field(
  z.strictObject({
    type: strength(),
    /** The label of a host. With the type `""` it means nothing, and may be missing. */
    key: field(z.union([hostLabel(), z.literal('')]), 'the key of a node label').default(''),
    /** One of them is the label's value. Empty: the label is there, whatever its value. */
    values: listOf(labelValue(), 'a list of label values').default([]),
  }),
  'a mapping with type, key and values',
).refine(({ key, type }) => type === '' || key !== '', {
  path: ['key'],
  error: 'missing; expected the key of a node label',
});

/** A taint of hosts that machines put up with. */
const toleration = field(
  z.strictObject({
    ...tolerationFields,
    operator: tolerationFields.operator.default('Equal'),
    seconds: tolerationSeconds,
  }),
  'a mapping with key, operator, value and effect',
).superRefine(tolerationRules('seconds'));

/** What `scheduling` may say. */
const placement = field(
  z.strictObject({
    /** A list of one's own takes the place of the default; an empty one is no spreading at all. */
    spread: listOf(spread, 'a list of spreads').default([
      {
        maxSkew: 1,
        topologyKey: 'kubernetes.io/hostname',
        whenUnsatisfiable: 'ScheduleAnyway',
      },
    ]),
    /** Hosts that have a label. */
    nodeAffinityPreset: nodePreset.optional(),
    /** Hosts that do not have a label. */
    nodeAntiAffinityPreset: nodePreset.optional(),
    /** Together with the other machines of the pool, on one host. */
    podAffinityPreset: strength().optional(),
    /** Never, or if possible not, on a host with another machine of the pool. */
    podAntiAffinityPreset: strength().optional(),
    /** Labels that a host must have, each with this value. */
    nodeSelector: labels('a mapping of node labels').default({}),
    /** Taints of hosts that do not keep the machines away. */
    tolerations: listOf(toleration, 'a list of tolerations').default([]),
    /** Name of a PriorityClass of the infra cluster. @default none */
    priorityClassName: text('the name of a PriorityClass').optional(),
  }),
  'a mapping with spread, presets, nodeSelector and tolerations',
);

/** On which hosts machines run. All of it is about hosts of the infra cluster. */
export const scheduling = placement.default(() => placement.parse({}));

/** On which hosts machines run. */
export type SchedulingConfig = z.output<typeof scheduling>;
/** A label that hosts have or lack. */
export type NodePresetConfig = z.output<typeof nodePreset>;
