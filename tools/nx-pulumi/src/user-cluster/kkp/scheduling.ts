// SPDX-License-Identifier: Apache-2.0
import type { Source } from '../translate/source.ts';
import { spreadOf } from '../translate/spread.ts';
import { withValues } from '../translate/with-values.ts';

const cloud = 'spec.template.spec.providerSpec.value.cloudProviderSpec';

/** Labels of hosts by which a location is chosen. */
const locationLabels = {
  region: 'topology.kubernetes.io/region',
  zone: 'topology.kubernetes.io/zone',
} as const;

function nodePreset(source: Source, name: string) {
  // Proposals of KKP had presets outside of `affinity`.
  const at = (key: string) => [`${cloud}.affinity.${name}.${key}`, `${cloud}.${name}.${key}`];
  const type = source.text(...at('type'));
  const key = source.text(...at('key'));
  const values = source.texts(...at('values'));
  return type === undefined ? undefined : { type, ...(key !== undefined && { key }), values };
}

/** Returns the key `scheduling` of a pool; empty where a MachineDeployment leaves all as it is. */
export function schedulingOf(source: Source): Readonly<Record<string, unknown>> {
  const preset = (name: string) => source.text(`${cloud}.affinity.${name}`, `${cloud}.${name}`);
  const selector = Object.entries(locationLabels).flatMap(([key, label]) => {
    const value = source.text(`${cloud}.virtualMachine.location.${key}`);
    return value === undefined ? [] : [[label, value] as const];
  });
  return withValues({
    spread: spreadOf(source, `${cloud}.topologySpreadConstraints`),
    nodeAffinityPreset: nodePreset(source, 'nodeAffinityPreset'),
    nodeAntiAffinityPreset: nodePreset(source, 'nodeAntiAffinityPreset'),
    podAffinityPreset: preset('podAffinityPreset'),
    podAntiAffinityPreset: preset('podAntiAffinityPreset'),
    nodeSelector: selector.length === 0 ? undefined : Object.fromEntries(selector),
  });
}
