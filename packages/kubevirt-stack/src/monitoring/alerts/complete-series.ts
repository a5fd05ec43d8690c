// SPDX-License-Identifier: Apache-2.0
import { seriesLabels } from '../metrics/series-labels.ts';

const labelPattern = /([a-z_][a-z0-9_]*)="([^"]*)"/gi;

/**
 * Returns a series of a test with all labels that Prometheus stores with it, so that an expression
 * is tested on what real series look like and not only on the labels of the test.
 *
 * @param series - a metric, and the labels that matter in the test: `up{job="virt-api"}`.
 * @throws Error if the metric is not known, or has no such label.
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
