// SPDX-License-Identifier: Apache-2.0
import { releases } from '@strata/contracts';
import { knownSeries } from '../metrics/exported-metrics.ts';
import { metricsIn } from '../metrics/metrics-in.ts';
import { dashboards } from './all-dashboards.ts';
import { curves, stat, table } from './dashboard.ts';
import { renderDashboard, renderDatasources } from './render-dashboard.ts';

// Proves: monitoring.dashboards
test.each(releases.map(({ name, components }) => [name, components.kubevirt.version]))(
  'every metric in a dashboard exists in release %s (KubeVirt %s)',
  (_, kubevirt) => {
    const known = knownSeries(kubevirt);
    const unknown = dashboards.flatMap(({ panels, title, variables }) =>
      [
        ...variables.map(({ metric }) => metric),
        ...panels.flatMap(({ queries }) =>
          queries.flatMap(({ expression }) => metricsIn(expression)),
        ),
      ]
        .filter((metric) => !known.has(metric))
        .map((metric) => `${title}: ${metric}`),
    );
    expect(unknown).toEqual([]);
  },
);

// Proves: monitoring.dashboards
test('there is a dashboard each for hosts, VMs, user clusters and the platform', () => {
  expect(dashboards.map(({ uid, title }) => [uid, title])).toEqual([
    ['strata-platform', 'Platform'],
    ['strata-hosts', 'Hosts'],
    ['strata-machines', 'VMs'],
    ['strata-clusters', 'User clusters'],
  ]);
});

const queryOf = (title: string) =>
  dashboards
    .flatMap(({ panels }) => panels)
    .find((panel) => panel.title === title)
    ?.queries.map(({ expression }) => expression);

// Proves: monitoring.dashboards
test('the CPUs of a VM are its sockets times cores times threads', () => {
  expect(queryOf('CPUs')).toEqual([
    'round(sum(exp(sum by (namespace, name) (ln(max by (namespace, name, unit)' +
      ' (kubevirt_vm_resource_requests{resource="cpu",unit=~"sockets|cores|threads",source="domain",namespace=~"$cluster"}))))))' +
      ' or vector(0)',
  ]);
});

// Proves: monitoring.dashboards
test('memory is promised to VMs by launchers that run or will, and by no completed ones', () => {
  expect(queryOf('Memory promised to VMs')).toEqual([
    'sum by (node) (kube_pod_container_resource_requests{resource="memory",node=~"$host",pod=~"virt-launcher-.*"}' +
      ' * on (namespace, pod) group_left () max by (namespace, pod) (kube_pod_status_phase{phase=~"Pending|Running"}))' +
      ' / max by (node) (kube_node_status_allocatable{resource="memory",node=~"$host"})',
  ]);
});

// Proves: monitoring.dashboards
test("what hosts measure is read from the hosts' node-exporter, not from those in VMs", () => {
  const measured = dashboards
    .flatMap(({ panels }) => panels.flatMap(({ queries }) => queries))
    .flatMap(({ expression }) => expression.match(/\bnode_\w+\{[^}]*\}/g) ?? []);
  expect(measured).toHaveLength(12);
  expect(measured.filter((series) => !series.includes('job="node-exporter"'))).toEqual([]);
});

test('no query groups by names of sizes, which KubeVirt tells of its own vendors alone', () => {
  const expressions = dashboards.flatMap(({ panels }) =>
    panels.flatMap(({ queries }) => queries.map(({ expression }) => expression)),
  );
  expect(expressions.filter((one) => /instance_type|preference/.test(one))).toEqual([]);
});

// Proves: monitoring.dashboards
test('a table that counts shows its numbers, and another one only labels', () => {
  const columnsOf = (dashboard: string, panel: string) =>
    dashboards
      .filter(({ title }) => title === dashboard)
      .flatMap((one) => {
        const { panels } = renderDashboard(one) as {
          readonly panels: readonly { title: string; type: string; transformations?: object }[];
        };
        return panels.filter(({ title, type }) => title === panel && type === 'table');
      })
      .map(({ transformations }) => transformations);
  const organize = (options: object) => [[{ id: 'organize', options }]];
  expect(columnsOf('User clusters', 'Machines by state')).toEqual(
    organize({ excludeByName: { Time: true }, renameByName: { Value: 'machines' } }),
  );
  expect(columnsOf('Platform', 'Alerts')).toEqual(
    organize({ excludeByName: { Time: true, Value: true } }),
  );
});

// https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/monitoring/metrics/virt-controller/vmistats_collector.go
// "Indication for a VirtualMachine that its eviction strategy is set to Live Migration but is not migratable."
test('the table of VMs that cannot be evicted says no more than that they block a drain', () => {
  expect(queryOf('Block the drain of their host')).toEqual([
    'max by (namespace, name, node) (kubevirt_vmi_non_evictable{namespace=~"$cluster",name=~"$machine"}) > 0',
  ]);
});

test('the dashboard of user clusters counts and offers no other namespaces', () => {
  expect(queryOf('Clusters')).toEqual([
    'count(count by (namespace) (kubevirt_vm_info{namespace=~"cluster-.+"})) or vector(0)',
  ]);
  const variables = (title: string) =>
    dashboards
      .filter((one) => one.title === title)
      .flatMap(
        (one) => (renderDashboard(one) as { templating: { list: object[] } }).templating.list,
      );
  expect(variables('User clusters')).toEqual([
    expect.objectContaining({
      name: 'cluster',
      allValue: 'cluster-.+',
      query: {
        query: 'label_values(kubevirt_vm_info{namespace=~"cluster-.+"}, namespace)',
        refId: 'cluster',
      },
    }),
  ]);
  expect(variables('VMs')[0]).toEqual(
    expect.objectContaining({
      allValue: '.*',
      query: { query: 'label_values(kubevirt_vm_info, namespace)', refId: 'cluster' },
    }),
  );
});

// Proves: monitoring.dashboards
test('the number of VMs that are moved follows the choice', () => {
  expect(queryOf('Being moved')).toEqual([
    'count(max by (namespace, name) (kubevirt_vm_info{status_group="migrating",namespace=~"$cluster",name=~"$machine"})) or vector(0)',
  ]);
});

test('what machines of user clusters answer is no matter of the platform', () => {
  expect(queryOf('Cannot be measured')).toEqual([
    'count(up{job!="user-cluster-machines"} == 0) or vector(0)',
  ]);
});

test('every variable of a dashboard is used, and every variable that is used exists', () => {
  for (const { panels, variables } of dashboards) {
    const used = panels.flatMap(({ queries }) =>
      queries.flatMap(({ expression }) =>
        [...expression.matchAll(/\$(\w+)/g)].map(([, name]) => name),
      ),
    );
    expect([...new Set(used)].sort()).toEqual(variables.map(({ name }) => name).sort());
  }
});

test('panels fill rows of 24 columns from the left and never overlap', () => {
  const { panels } = renderDashboard({
    uid: 'a',
    title: 'A',
    fleetView: 'overview',
    variables: [],
    panels: [
      stat('one', 'short', 'up'),
      stat('two', 'short', 'up'),
      curves('three', 'Bps', { in: 'up' }),
      curves('four', 'Bps', { in: 'up' }),
      table('five', 'up'),
    ],
  }) as { panels: { gridPos: object }[] };
  expect(panels.map(({ gridPos }) => gridPos)).toEqual([
    { x: 0, y: 0, w: 6, h: 4 },
    { x: 6, y: 0, w: 6, h: 4 },
    { x: 12, y: 0, w: 12, h: 8 },
    { x: 0, y: 8, w: 12, h: 8 },
    { x: 0, y: 16, w: 24, h: 8 },
  ]);
});

test('every panel queries the only data source', () => {
  const { panels } = renderDashboard({
    uid: 'a',
    title: 'A',
    fleetView: 'overview',
    variables: [],
    panels: [curves('Network', 'Bps', { '{{node}} in': 'in', '{{node}} out': 'out' })],
  }) as { panels: object[] };
  const source = { type: 'prometheus', uid: 'prometheus' };
  expect(panels[0]).toEqual({
    id: 1,
    type: 'timeseries',
    title: 'Network',
    datasource: source,
    gridPos: { x: 0, y: 0, w: 12, h: 8 },
    fieldConfig: { defaults: { unit: 'Bps', min: 0 }, overrides: [] },
    targets: [
      { refId: 'A', datasource: source, expr: 'in', legendFormat: '{{node}} in', range: true },
      { refId: 'B', datasource: source, expr: 'out', legendFormat: '{{node}} out', range: true },
    ],
  });
  expect(renderDatasources('http://p:9090')).toEqual({
    apiVersion: 1,
    datasources: [
      {
        name: 'Prometheus',
        ...source,
        access: 'proxy',
        url: 'http://p:9090',
        isDefault: true,
        editable: false,
      },
    ],
  });
});

test('all dashboards fit into one ConfigMap, and rendering them twice gives the same result', () => {
  const render = () => JSON.stringify(dashboards.map((one) => renderDashboard(one)));
  expect(render()).toBe(render());
  expect(render().length).toBeLessThan(500_000);
});

// Proves: monitoring.dashboards
test('a dashboard links to the view of the fleet page that shows the same things', () => {
  const fleet = { url: 'https://pages.example.org/fleet.html', environment: 'prod' };
  const links = dashboards.map((dashboard) => renderDashboard(dashboard, fleet).links);
  expect(links.map((list) => (list as { url: string }[]).map(({ url }) => url))).toEqual([
    ['https://pages.example.org/fleet.html#prod/overview'],
    ['https://pages.example.org/fleet.html#prod/hosts'],
    ['https://pages.example.org/fleet.html#prod/clusters'],
    ['https://pages.example.org/fleet.html#prod/clusters'],
  ]);
  expect(dashboards.map((dashboard) => 'links' in renderDashboard(dashboard))).toEqual(
    dashboards.map(() => false),
  );
});
