// SPDX-License-Identifier: Apache-2.0
import { seriesLabels } from '../metrics/series-labels.ts';

const labelPattern = /([a-z_][a-z0-9_]*)="([^"]*)"/gi;

/**
 * A series of a test with all labels that Prometheus stores with it: an expression that works on the
 * few that a test is about must work on real ones.
 *
 * @param series - a metric, and the labels that the test is about: `up{job="virt-api"}`.
 * @throws Error when the metric is not known, or has no such label.
 */
export function completeSeries(series: string): string {
  const [metric = '', given = ''] = series.split(/(?=\{)/);
  const known = seriesLabels.get(metric);
  if (known === undefined) throw new Error(`no labels are known of ${metric}`);
  const labels = new Map(
    [...given.matchAll(labelPattern)].map(([, label = '', value = '']) => [label, value] as const),
  );
  const strange = [...labels.keys()].filter((label) => !known.includes(label));
  if (strange.length > 0) throw new Error(`${metric} has no label ${strange.join(', ')}`);
  const all = known.map((label) => `${label}="${labels.get(label) ?? 'any'}"`);
  return `${metric}{${all.join(',')}}`;
}
