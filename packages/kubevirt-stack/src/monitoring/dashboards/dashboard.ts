// SPDX-License-Identifier: Apache-2.0

/**
 * A unit, as Grafana names it.
 * @see
 * https://grafana.com/docs/grafana/latest/panels-visualizations/configure-standard-options/#unit
 */
export type Unit = 'short' | 'bytes' | 'Bps' | 'percentunit' | 's' | 'dateTimeFromNow';

/** A query to Prometheus; the legend may contain labels as `{{name}}`. */
export interface Query {
  readonly expression: string;
  readonly legend: string;
}

/** A panel of a dashboard: one number, a curve for each series, or a table row for each series. */
export interface Panel {
  readonly title: string;
  readonly kind: 'stat' | 'timeseries' | 'table';
  readonly unit: Unit;
  /** Width, of 24 columns. */
  readonly width: 6 | 8 | 12 | 24;
  readonly queries: readonly Query[];
  /** Name of the column with the value of each series of a table. @default the value is not shown */
  readonly valueColumn?: string;
}

/** A selector at the top of a dashboard, with the values of a label. */
export interface Variable {
  readonly name: string;
  readonly label: string;
  readonly metric: string;
  /** Regular expression of the values that there are to choose from. @default all of the metric's */
  readonly values?: string;
}

/** A page of Grafana. */
export interface Dashboard {
  /** Part of its URL; never changes. */
  readonly uid: string;
  readonly title: string;
  /** View of an environment on the fleet page that shows the same things. */
  readonly fleetView: 'overview' | 'hosts' | 'clusters';
  readonly variables: readonly Variable[];
  readonly panels: readonly Panel[];
}

/** Makes a panel with one number, the current value. */
export function stat(title: string, unit: Unit, expression: string): Panel {
  return { title, kind: 'stat', unit, width: 6, queries: [{ expression, legend: '' }] };
}

/** Makes a panel with curves over time. */
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

/** Makes a table with a row for each current series and its labels. */
export function table(
  title: string,
  expression: string,
  { valueColumn, width = 24 }: Partial<Pick<Panel, 'valueColumn' | 'width'>> = {},
): Panel {
  return {
    title,
    kind: 'table',
    unit: 'short',
    width,
    queries: [{ expression, legend: '' }],
    ...(valueColumn !== undefined && { valueColumn }),
  };
}
