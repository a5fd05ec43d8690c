// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, oneOf, text, wholeNumber } from '../field.ts';

const hostLabel = () =>
  field(
    z
      .string()
      .regex(/^([a-z0-9]([a-z0-9.-]*[a-z0-9])?\/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/),
    'the key of a node label',
  );

const labelValue = () =>
  field(z.string().regex(/^([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?$/), 'a label value');

/** `hard`: a machine that cannot have it does not start. `soft`: the scheduler tries. */
const strength = () => oneOf(['hard', 'soft']);

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
    /** The label of a host. */
    key: hostLabel(),
    /** One of them is the label's value. Empty: the label is there, whatever its value. */
    values: listOf(labelValue(), 'a list of label values').default([]),
  }),
  'a mapping with type, key and values',
);

/** @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/ */
const toleration = field(
  z.strictObject({
    /** @default every key, with `operator: Exists` */
    key: hostLabel().optional(),
    operator: oneOf(['Equal', 'Exists']).default('Equal'),
    value: labelValue().optional(),
    /** @default every effect */
    effect: oneOf(['NoSchedule', 'PreferNoSchedule', 'NoExecute']).optional(),
    /** For `NoExecute`. @default for ever */
    seconds: wholeNumber(0).optional(),
  }),
  'a mapping with key, operator, value and effect',
);

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
    nodeSelector: field(
      z.record(z.string(), field(z.string(), 'text')),
      'a mapping of node labels',
    ).default({}),
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
