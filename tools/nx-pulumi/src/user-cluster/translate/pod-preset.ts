// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '../mapping.ts';
import type { Source } from './source.ts';

type Labels = Readonly<Record<string, unknown>>;

/** Rules of affinity by how strong they are, as Kubernetes names them. */
const strengths = {
  requiredDuringSchedulingIgnoredDuringExecution: 'hard',
  preferredDuringSchedulingIgnoredDuringExecution: 'soft',
} as const;

/** Keys of a term that is about pods of its own namespace: others choose pods elsewhere, or fewer of them. */
const termKeys: readonly string[] = ['labelSelector', 'topologyKey'];

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
export function podPreset(source: Source, path: string, labels: Labels): string | undefined {
  const rules = source.peek(path);
  if (!isMapping(rules) || Object.keys(rules).length !== 1) return undefined;
  const [[name, terms] = ['', []]] = Object.entries(rules);
  const strength = strengths[name as keyof typeof strengths] as string | undefined;
  if (strength === undefined || !Array.isArray(terms) || terms.length !== 1) return undefined;
  const [one] = terms as unknown[];
  const term = strength === 'soft' && isMapping(one) ? one.podAffinityTerm : one;
  if (!isMapping(term) || !Object.keys(term).every((key) => termKeys.includes(key)))
    return undefined;
  if (term.topologyKey !== 'kubernetes.io/hostname') return undefined;
  if (!choosesOwn(term.labelSelector, labels)) return undefined;
  source.take(path);
  return strength;
}
