// SPDX-License-Identifier: Apache-2.0
import type { Host } from '@strata/contracts';
import type { NodePresetConfig, SchedulingConfig } from '../config/index.ts';

type LabelledHost = Pick<Host, 'name' | 'zone'>;
type Label = (host: LabelledHost) => string | undefined;
type Rules = Pick<
  SchedulingConfig,
  'nodeAffinityPreset' | 'nodeAntiAffinityPreset' | 'nodeSelector'
>;

/** Labels of hosts whose values are known; nobody can say which hosts any other label leaves. */
export const knownLabels: Readonly<Record<string, Label>> = {
  'kubernetes.io/hostname': ({ name }) => name,
  'topology.kubernetes.io/zone': ({ zone }) => zone,
};

function fits(preset: NodePresetConfig | undefined, host: LabelledHost) {
  if (preset?.type !== 'hard') return undefined;
  const label = knownLabels[preset.key];
  if (label === undefined) return undefined;
  const value = label(host);
  if (value === undefined) return false;
  return preset.values.length === 0 || preset.values.includes(value);
}

/** Returns the hosts that no rule about a known label rules out. */
export function fittingHosts<T extends LabelledHost>(rules: Rules, hosts: readonly T[]): T[] {
  const { nodeAffinityPreset, nodeAntiAffinityPreset, nodeSelector } = rules;
  return hosts.filter(
    (host) =>
      Object.entries(nodeSelector).every(
        ([key, value]) => knownLabels[key] === undefined || knownLabels[key](host) === value,
      ) &&
      fits(nodeAffinityPreset, host) !== false &&
      fits(nodeAntiAffinityPreset, host) !== true,
  );
}

/** Returns whether a selector or a hard preset may rule out hosts by a label whose values are not known. */
export function hasUnknownRules(rules: Rules): boolean {
  const { nodeAffinityPreset, nodeAntiAffinityPreset, nodeSelector } = rules;
  const presets = [nodeAffinityPreset, nodeAntiAffinityPreset].flatMap((preset) =>
    preset?.type === 'hard' ? [preset.key] : [],
  );
  return [...Object.keys(nodeSelector), ...presets].some((key) => knownLabels[key] === undefined);
}
