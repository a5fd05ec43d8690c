// SPDX-License-Identifier: Apache-2.0

/**
 * A metric's type, as it appears in a scrape.
 * @see https://prometheus.io/docs/concepts/metric_types/
 */
export type MetricType = 'gauge' | 'counter' | 'histogram' | 'summary' | 'untyped';

/** Type of each metric, by name. */
export type Metrics = Readonly<Record<string, MetricType>>;

/**
 * Returns metrics by name. Each list has the names of one type, separated by spaces or newlines.
 */
export function metricsOf(lists: Readonly<Partial<Record<MetricType, string>>>): Metrics {
  return Object.fromEntries(
    Object.entries(lists).flatMap(([type, names]) =>
      names
        .split(/\s+/)
        .filter((name) => name !== '')
        .map((name) => [name, type as MetricType]),
    ),
  );
}

/** Suffixes of the series that a histogram or summary consists of. */
const parts: Readonly<Partial<Record<MetricType, readonly string[]>>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/** Returns the names of series that expressions may use. */
export function seriesNames(metrics: Metrics): string[] {
  return Object.entries(metrics).flatMap(([name, type]) =>
    (parts[type] ?? ['']).map((part) => `${name}${part}`),
  );
}
