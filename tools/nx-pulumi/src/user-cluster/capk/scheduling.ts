// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '../mapping.ts';
import type { Source } from '../translate/source.ts';
import { spreadOf } from '../translate/spread.ts';
import { withValues } from '../translate/with-values.ts';
import { guestPath, machinePath } from './left-out-machines.ts';

type Labels = Readonly<Record<string, unknown>>;

/** Rules of affinity by how strong they are, as Kubernetes names them. */
const strengths = {
  requiredDuringSchedulingIgnoredDuringExecution: 'hard',
  preferredDuringSchedulingIgnoredDuringExecution: 'soft',
} as const;

/** Returns whether a selector chooses the pods of the machines that have it, by labels that they have. */
function choosesOwn(selector: unknown, labels: Labels): boolean {
  if (!isMapping(selector)) return false;
  const { matchExpressions = [], matchLabels = {} } = selector;
  if (!isMapping(matchLabels) || !Array.isArray(matchExpressions)) return false;
  const count = Object.keys(matchLabels).length + matchExpressions.length;
  return (
    count > 0 &&
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(
      (one: unknown) =>
        isMapping(one) &&
        one.operator === 'In' &&
        Array.isArray(one.values) &&
        one.values.length === 1 &&
        labels[String(one.key)] === one.values[0],
    )
  );
}

/**
 * Returns the preset for a rule about other machines of the pool: one term about hosts, which chooses the
 * machine's own labels. Other rules count as not read.
 */
function podPreset(source: Source, path: string, labels: Labels): string | undefined {
  const rules = source.peek(path);
  if (!isMapping(rules) || Object.keys(rules).length !== 1) return undefined;
  const [[name, terms] = ['', []]] = Object.entries(rules);
  const strength = strengths[name as keyof typeof strengths] as string | undefined;
  if (strength === undefined || !Array.isArray(terms) || terms.length !== 1) return undefined;
  const [one] = terms as unknown[];
  const term = strength === 'soft' && isMapping(one) ? one.podAffinityTerm : one;
  if (!isMapping(term) || term.topologyKey !== 'kubernetes.io/hostname') return undefined;
  if (!choosesOwn(term.labelSelector, labels)) return undefined;
  source.take(path);
  return strength;
}

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
