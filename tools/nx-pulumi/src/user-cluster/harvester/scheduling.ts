// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '../mapping.ts';
import { leftOutLines } from '../translate/left-out.ts';
import { podPreset } from '../translate/pod-preset.ts';
import type { Source } from '../translate/source.ts';
import { withValues } from '../translate/with-values.ts';
import { jsonField } from './json-field.ts';
import { leftOutOfMachines } from './left-out-machines.ts';

type Keys = Readonly<Record<string, unknown>>;

/** The key `scheduling` of machines, and messages about what is not kept. */
export interface Scheduling {
  readonly scheduling: Keys;
  readonly lines: readonly string[];
}

/** Label that the node driver gives all machines of a pool. */
const machineSetLabel = 'harvesterhci.io/machineSetName';

/** Presets by the operators of a rule about hosts. */
const presetNames: Readonly<Record<string, string>> = {
  In: 'nodeAffinityPreset',
  Exists: 'nodeAffinityPreset',
  NotIn: 'nodeAntiAffinityPreset',
  DoesNotExist: 'nodeAntiAffinityPreset',
};

/** Returns the only entry of a list; undefined where there are more or none. */
const onlyEntry = (list: unknown): unknown =>
  Array.isArray(list) && list.length === 1 ? (list as unknown[])[0] : undefined;

/** Returns how strong a rule about hosts is, and what it asks; undefined where there are several. */
function nodeRule(
  affinity: unknown,
): { readonly type: string; readonly term: unknown } | undefined {
  if (!isMapping(affinity) || Object.keys(affinity).length !== 1) return undefined;
  const required = affinity.requiredDuringSchedulingIgnoredDuringExecution;
  if (isMapping(required)) return { type: 'hard', term: onlyEntry(required.nodeSelectorTerms) };
  const preferred = onlyEntry(affinity.preferredDuringSchedulingIgnoredDuringExecution);
  return isMapping(preferred) ? { type: 'soft', term: preferred.preference } : undefined;
}

/** Returns the preset for one rule with one expression about labels of hosts. Others count as not read. */
function nodePreset(affinity: Source): Keys {
  const rule = nodeRule(affinity.peek('nodeAffinity'));
  const { term, type } = rule ?? {};
  if (!isMapping(term) || Object.keys(term).length !== 1) return {};
  const expression = onlyEntry(term.matchExpressions);
  if (!isMapping(expression)) return {};
  const { key, operator, values = [] } = expression;
  const preset = presetNames[String(operator)];
  if (preset === undefined) return {};
  affinity.take('nodeAffinity');
  return { [preset]: { type, key, values } };
}

/**
 * Returns the preset about other machines of the pool. The node driver adds a soft rule about them to each
 * affinity about pods, whatever it asks.
 *
 * @see https://github.com/harvester/docker-machine-driver-harvester/blob/v1.0.6/harvester/create.go `Create`
 */
function presetOf(affinity: Source, path: string, machineSet: string): string | undefined {
  if (!isMapping(affinity.peek(path))) return undefined;
  return podPreset(affinity, path, { [machineSetLabel]: machineSet }) ?? 'soft';
}

/**
 * Returns where machines of a HarvesterConfig run.
 *
 * @param machineSet - value of the label that all machines of the pool have.
 */
export function schedulingOf(title: string, source: Source, machineSet: string): Scheduling {
  const affinity = jsonField(title, source, 'vmAffinity');
  if (affinity === undefined) return { scheduling: {}, lines: [] };
  return {
    scheduling: withValues({
      ...nodePreset(affinity),
      podAffinityPreset: presetOf(affinity, 'podAffinity', machineSet),
      podAntiAffinityPreset: presetOf(affinity, 'podAntiAffinity', machineSet),
    }),
    lines: leftOutLines(title, affinity, leftOutOfMachines),
  };
}
