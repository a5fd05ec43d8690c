// SPDX-License-Identifier: Apache-2.0
import { metricsIn } from '../metrics/metrics-in.ts';
import { seriesLabels } from '../metrics/series-labels.ts';
import { alertGroups } from './all-alerts.ts';
import { completeSeries } from './complete-series.ts';
import { testAlertContext } from './test-alert-context.ts';

const alerts = alertGroups.flatMap((group) => group.alerts);

test('adds all labels that Prometheus stores with a series', () => {
  expect(
    completeSeries('kube_node_status_allocatable{node="a",resource="devices_kubevirt_io_kvm"}'),
  ).toBe(
    'kube_node_status_allocatable{node="a",resource="devices_kubevirt_io_kvm",unit="any",' +
      'namespace="any",pod="any",container="any",endpoint="any",instance="any",job="any"}',
  );
});

test("keeps an exporter's own namespace label beside the target's, or in place of it", () => {
  expect(seriesLabels.get('kubevirt_cdi_dataimportcron_outdated')?.slice(0, 4)).toEqual([
    'exported_namespace',
    'cron_name',
    'pending',
    'namespace',
  ]);
  const replicas = seriesLabels.get('kube_deployment_spec_replicas') ?? [];
  expect(replicas.filter((label) => label.endsWith('namespace'))).toEqual(['namespace']);
});

test('rejects labels that no exporter sets', () => {
  expect(() => completeSeries('node_memory_MemTotal_bytes{host="a"}')).toThrow(
    'node_memory_MemTotal_bytes has no label host',
  );
  expect(() => completeSeries('kube_nodes')).toThrow('no labels are known of kube_nodes');
});

// Proves: infra-cluster.hosts-without-virtualization
test.each(alerts)('the labels of all series of $name are known', ({ expression, cases }) => {
  const unknown = metricsIn(expression(testAlertContext)).filter(
    (metric) => !seriesLabels.has(metric),
  );
  expect(unknown).toEqual([]);
  for (const { series } of cases.flatMap(({ given }) => given)) {
    expect(() => completeSeries(series)).not.toThrow();
  }
});
