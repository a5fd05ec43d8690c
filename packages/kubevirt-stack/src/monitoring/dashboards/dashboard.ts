// SPDX-License-Identifier: Apache-2.0

/** As Grafana calls them. @see https://grafana.com/docs/grafana/latest/panels-visualizations/configure-standard-options/#unit */
export type Unit = 'short' | 'bytes' | 'Bps' | 'percentunit' | 's' | 'dateTimeFromNow';

/** A question to Prometheus; the legend may name labels as `{{name}}`. */
export interface Query {
  readonly expression: string;
  readonly legend: string;
}

/** A part of a dashboard: one number, a curve for each series, or a row for each series. */
export interface Panel {
  readonly title: string;
  readonly kind: 'stat' | 'timeseries' | 'table';
  readonly unit: Unit;
  /** Of the 24 columns. */
  readonly width: 6 | 8 | 12 | 24;
  readonly queries: readonly Query[];
}

/** A choice at the top of a dashboard, from the values of a label. */
export interface Variable {
  readonly name: string;
  readonly label: string;
  readonly metric: string;
}

/** A page of Grafana. */
export interface Dashboard {
  /** Part of its address; never changes. */
  readonly uid: string;
  readonly title: string;
  readonly variables: readonly Variable[];
  readonly panels: readonly Panel[];
}

/** One number for now. */
export function stat(title: string, unit: Unit, expression: string): Panel {
  return { title, kind: 'stat', unit, width: 6, queries: [{ expression, legend: '' }] };
}

/** Curves over time. */
export function curves(
  title: string,
  unit: Unit,
  queries: Readonly<Record<string, string>>,
  width: Panel['width'] = 12,
): Panel {
  return {
    title,
    kind: 'timeseries',
    unit,
    width,
    queries: Object.entries(queries).map(([legend, expression]) => ({ legend, expression })),
  };
}

/** A row for each series there is now, with its labels. */
export function table(title: string, expression: string, width: Panel['width'] = 24): Panel {
  return { title, kind: 'table', unit: 'short', width, queries: [{ expression, legend: '' }] };
}
