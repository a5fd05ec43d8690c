// SPDX-License-Identifier: Apache-2.0
import type { Dashboard, Panel, Query, Variable } from './dashboard.ts';

const columns = 24;
const heightOf: Readonly<Record<Panel['kind'], number>> = { stat: 4, timeseries: 8, table: 8 };

/** The only data source; {@link renderDatasources} configures it in Grafana. */
const datasource = { type: 'prometheus', uid: 'prometheus' };

interface Position {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Places panels from left to right, and starts a new row if there is no room left. */
function placePanels(panels: readonly Panel[]): Position[] {
  const placed: Position[] = [];
  for (const { kind, width } of panels) {
    const last = placed.at(-1);
    const x = last === undefined ? 0 : last.x + last.w;
    const isNextRow = x + width > columns;
    const rowBottom = Math.max(0, ...placed.map(({ y, h }) => y + h));
    placed.push({
      x: isNextRow ? 0 : x,
      y: isNextRow ? rowBottom : (last?.y ?? 0),
      w: width,
      h: heightOf[kind],
    });
  }
  return placed;
}

function renderTarget({ kind }: Panel, { expression, legend }: Query, index: number) {
  const isNow = kind !== 'timeseries';
  return {
    refId: String.fromCharCode('A'.charCodeAt(0) + index),
    datasource,
    expr: expression,
    legendFormat: legend === '' ? '__auto' : legend,
    ...(isNow ? { instant: true, range: false } : { range: true }),
    ...(kind === 'table' ? { format: 'table' } : {}),
  };
}

/** Columns of a table: the labels of its series, and the value only where that says something. */
function renderColumns({ valueColumn }: Panel) {
  const options =
    valueColumn === undefined
      ? { excludeByName: { Time: true, Value: true } }
      : { excludeByName: { Time: true }, renameByName: { Value: valueColumn } };
  return { transformations: [{ id: 'organize', options }] };
}

function renderPanel(panel: Panel, index: number, gridPos: Position | undefined) {
  return {
    id: index + 1,
    type: panel.kind,
    title: panel.title,
    datasource,
    gridPos,
    fieldConfig: {
      defaults: { unit: panel.unit, ...(panel.kind === 'timeseries' ? { min: 0 } : {}) },
      overrides: [],
    },
    targets: panel.queries.map((query, number) => renderTarget(panel, query, number)),
    ...(panel.kind === 'table' && renderColumns(panel)),
  };
}

function renderVariable({ label, metric, name, values }: Variable) {
  const series = values === undefined ? metric : `${metric}{${label}=~"${values}"}`;
  return {
    name,
    type: 'query',
    datasource,
    query: { query: `label_values(${series}, ${label})`, refId: name },
    refresh: 2,
    sort: 1,
    multi: true,
    includeAll: true,
    allValue: values ?? '.*',
    current: { text: 'All', value: '$__all' },
  };
}

/** Page of the fleet that dashboards link to. */
export interface FleetPage {
  readonly url: string;
  readonly environment: string;
}

/** Renders the link to the view of the fleet page that shows the same things as a dashboard. */
function renderLink({ fleetView }: Dashboard, { environment, url }: FleetPage) {
  return {
    type: 'link',
    title: 'Fleet page',
    tooltip: 'What the files in Git say, and what a change would do',
    icon: 'external link',
    url: `${url}#${environment}/${fleetView}`,
    targetBlank: true,
    asDropdown: false,
    includeVars: false,
    keepTime: false,
    tags: [],
  };
}

/**
 * Renders a dashboard as the JSON file that Grafana reads.
 *
 * @param fleet - undefined where the platform's file names no page of the fleet.
 * @see
 * https://grafana.com/docs/grafana/latest/dashboards/build-dashboards/view-dashboard-json-model/
 */
export function renderDashboard(dashboard: Dashboard, fleet?: FleetPage): Record<string, unknown> {
  const positions = placePanels(dashboard.panels);
  return {
    uid: dashboard.uid,
    title: dashboard.title,
    tags: ['strata'],
    schemaVersion: 41,
    editable: false,
    ...(fleet !== undefined && { links: [renderLink(dashboard, fleet)] }),
    refresh: '1m',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: dashboard.variables.map(renderVariable) },
    panels: dashboard.panels.map((panel, index) => renderPanel(panel, index, positions[index])),
  };
}

/**
 * Renders Grafana's only data source.
 * @see https://grafana.com/docs/grafana/latest/administration/provisioning/#data-sources
 */
export function renderDatasources(url: string): Record<string, unknown> {
  return {
    apiVersion: 1,
    datasources: [
      {
        name: 'Prometheus',
        ...datasource,
        access: 'proxy',
        url,
        isDefault: true,
        editable: false,
      },
    ],
  };
}
