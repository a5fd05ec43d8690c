// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { dashboards } from './all-dashboards.ts';
import { curves, stat, table } from './dashboard.ts';
import { renderDashboard } from './render-dashboard.ts';

// The file shows a reviewer every query.
// Proves: monitoring.dashboards
test('the dashboards are what dashboards.yaml shows, word for word', () => {
  const file = new URL('dashboards.yaml', import.meta.url);
  expect(dashboards).toStrictEqual(parse(readFileSync(file, 'utf8')));
});

test('a dashboard is a file as Grafana reads it', () => {
  const fleet = { url: 'https://pages.example.org/fleet.html', environment: 'prod' };
  const { panels, ...rest } = renderDashboard(
    {
      uid: 'a',
      title: 'A',
      fleetView: 'overview',
      variables: [{ name: 'host', label: 'node', metric: 'up' }],
      panels: [
        stat('one', 'bytes', 'up'),
        table('two', 'up{}', { valueColumn: 'number', width: 8 }),
        table('three', 'up{}', { width: 12 }),
        curves('four', 's', { '': 'up' }, 8),
      ],
    },
    fleet,
  ) as { panels: Record<string, unknown>[] };
  const datasource = { type: 'prometheus', uid: 'prometheus' };
  expect(rest).toStrictEqual({
    uid: 'a',
    title: 'A',
    tags: ['strata'],
    schemaVersion: 41,
    editable: false,
    links: [
      {
        type: 'link',
        title: 'Fleet page',
        tooltip: 'What the files in Git say, and what a change would do',
        icon: 'external link',
        url: 'https://pages.example.org/fleet.html#prod/overview',
        targetBlank: true,
        asDropdown: false,
        includeVars: false,
        keepTime: false,
        tags: [],
      },
    ],
    refresh: '1m',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [
        {
          name: 'host',
          type: 'query',
          datasource,
          query: { query: 'label_values(up, node)', refId: 'host' },
          refresh: 2,
          sort: 1,
          multi: true,
          includeAll: true,
          allValue: '.*',
          current: { text: 'All', value: '$__all' },
        },
      ],
    },
  });
  const of = (unit: string, more = {}) => ({ defaults: { unit, ...more }, overrides: [] });
  const target = { refId: 'A', datasource, legendFormat: '__auto' };
  const now = { ...target, instant: true, range: false };
  const columns = (options: object) => [{ id: 'organize', options }];
  expect(panels).toStrictEqual([
    {
      id: 1,
      type: 'stat',
      title: 'one',
      datasource,
      gridPos: { x: 0, y: 0, w: 6, h: 4 },
      fieldConfig: of('bytes'),
      targets: [{ ...now, expr: 'up' }],
    },
    {
      id: 2,
      type: 'table',
      title: 'two',
      datasource,
      gridPos: { x: 6, y: 0, w: 8, h: 8 },
      fieldConfig: of('short'),
      targets: [{ ...now, expr: 'up{}', format: 'table' }],
      transformations: columns({
        excludeByName: { Time: true },
        renameByName: { Value: 'number' },
      }),
    },
    {
      id: 3,
      type: 'table',
      title: 'three',
      datasource,
      gridPos: { x: 0, y: 8, w: 12, h: 8 },
      fieldConfig: of('short'),
      targets: [{ ...now, expr: 'up{}', format: 'table' }],
      transformations: columns({ excludeByName: { Time: true, Value: true } }),
    },
    {
      id: 4,
      type: 'timeseries',
      title: 'four',
      datasource,
      gridPos: { x: 12, y: 8, w: 8, h: 8 },
      fieldConfig: of('s', { min: 0 }),
      targets: [{ ...target, range: true, expr: 'up' }],
    },
  ]);
});
