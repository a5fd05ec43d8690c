// SPDX-License-Identifier: Apache-2.0

/** As a scrape says it. @see https://prometheus.io/docs/concepts/metric_types/ */
export type MetricType = 'gauge' | 'counter' | 'histogram' | 'summary' | 'untyped';

/** Name to type. */
export type Metrics = Readonly<Record<string, MetricType>>;

/** Metrics from their names, which may be spread over lines, by type. */
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

/** What a histogram and a summary are made of. */
const parts: Readonly<Partial<Record<MetricType, readonly string[]>>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/** The names that expressions may use. */
export function seriesNames(metrics: Metrics): string[] {
  return Object.entries(metrics).flatMap(([name, type]) =>
    (parts[type] ?? ['']).map((part) => `${name}${part}`),
  );
}
