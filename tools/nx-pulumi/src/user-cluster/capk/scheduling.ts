// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '../mapping.ts';
import { podPreset } from '../translate/pod-preset.ts';
import type { Source } from '../translate/source.ts';
import { spreadOf } from '../translate/spread.ts';
import { withValues } from '../translate/with-values.ts';
import { guestPath, machinePath } from './left-out-machines.ts';

/** Returns tolerations of hosts' taints. */
function tolerationsOf(source: Source): readonly Readonly<Record<string, unknown>>[] {
  return source.entries(`${guestPath}.tolerations`).map((one) => {
    const seconds = one.text('tolerationSeconds');
    return withValues({
      key: one.text('key'),
      operator: one.text('operator'),
      value: one.text('value'),
      effect: one.text('effect'),
      seconds: seconds === undefined ? undefined : Number(seconds),
    });
  });
}

/** Returns the key `scheduling` of a machine; empty where its template leaves all as it is. */
export function schedulingOf(source: Source): Readonly<Record<string, unknown>> {
  const said = source.peek(`${machinePath}.template.metadata.labels`);
  const labels = isMapping(said) ? said : {};
  return withValues({
    spread: spreadOf(source, `${guestPath}.topologySpreadConstraints`),
    podAffinityPreset: podPreset(source, `${guestPath}.affinity.podAffinity`, labels),
    podAntiAffinityPreset: podPreset(source, `${guestPath}.affinity.podAntiAffinity`, labels),
    nodeSelector: source.take(`${guestPath}.nodeSelector`),
    tolerations: tolerationsOf(source),
    priorityClassName: source.text(`${guestPath}.priorityClassName`),
  });
}
