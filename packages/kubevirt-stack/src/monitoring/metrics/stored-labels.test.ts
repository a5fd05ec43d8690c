// SPDX-License-Identifier: Apache-2.0
import { exporters, knownSeries } from './exported-metrics.ts';
import { metricLabels } from './metric-labels.ts';
import { metricsOf, seriesNames } from './metric-list.ts';
import { seriesLabels, storedLabels } from './series-labels.ts';

// Which labels real programs set is compared by e2e/src/25-series-labels.test.ts.
const tables = metricLabels.flatMap(({ metrics }) => Object.entries(metrics));

test('names of labels are well-formed, and these metrics alone have none of their own', () => {
  const wrong = tables.flatMap(([, labels]) =>
    labels.filter((label) => !/^[a-z]+(_[a-z]+)*$/.test(label)),
  );
  expect(wrong).toEqual([]);
  expect(tables.filter(([, labels]) => labels.length === 0).map(([metric]) => metric)).toEqual([
    'kubevirt_vmi_migrations_in_pending_phase',
    'kubevirt_vmi_migrations_in_running_phase',
    'kubevirt_vmi_migrations_in_scheduling_phase',
    'kubevirt_virt_controller_leading_status',
    'kubevirt_cdi_cr_ready',
    'metallb_k8s_client_config_stale_bool',
    'node_memory_MemAvailable_bytes',
    'node_memory_MemTotal_bytes',
    'node_memory_HugePages_Total',
    'node_memory_Hugepagesize_bytes',
    'node_vmstat_oom_kill',
    'kubelet_certificate_manager_server_ttl_seconds',
    'kubelet_certificate_manager_client_expiration_renew_errors',
    'probe_ssl_earliest_cert_expiry',
    'probe_ssl_last_chain_expiry_timestamp_seconds',
    'probe_success',
    'prometheus_config_last_reload_successful',
    'prometheus_tsdb_head_series',
    'prometheus_tsdb_head_chunks_storage_size_bytes',
    'prometheus_tsdb_storage_blocks_bytes',
    'prometheus_tsdb_wal_storage_size_bytes',
    'alertmanager_config_last_reload_successful',
  ]);
});

test('each program of an exporter has a table', () => {
  expect(metricLabels.map(({ exporter, program }) => `${exporter}: ${program}`)).toEqual([
    'kubevirt: virt-controller',
    'kubevirt: virt-handler',
    'cdi: cdi-controller',
    'cdi: cdi-operator',
    'metallb: metallb-controller',
    'metallb: metallb-speaker',
    'node-exporter: node-exporter',
    'kube-state-metrics: kube-state-metrics',
    'kubelet: kubelet',
    'blackbox-exporter: blackbox-exporter',
    'prometheus: prometheus',
    'alertmanager: alertmanager',
  ]);
});

// A release of the platform brings its own list of KubeVirt.
test('each exporter has the metrics of its version, by type', () => {
  const others = exporters.filter(({ component }) => component !== 'kubevirt');
  const numbers = others.map(({ component, version, metrics }) => {
    const types = Map.groupBy(Object.values(metrics), (type) => type);
    const counts = [...types].map(([type, { length }]) => `${length} ${type}`);
    return `${component} ${version}: ${counts.toSorted().join(', ')}`;
  });
  expect(numbers).toEqual([
    'cdi 1.65.0: 4 counter, 4 gauge',
    'metallb 0.16.1: 13 gauge, 6 counter',
    'node-exporter 1.12.1: 143 gauge, 49 untyped, 57 counter',
    'kube-state-metrics 2.18.0: 122 gauge, 2 counter',
    'kubelet 1.35.4: 1 counter, 7 gauge',
    'blackbox-exporter 0.28.0: 12 gauge',
    'prometheus 3.15.0: 12 summary, 126 counter, 18 histogram, 73 gauge',
    'alertmanager 0.33.1: 23 gauge, 44 counter, 5 summary, 7 histogram',
    'built-in 3.15.0: 7 gauge',
  ]);
});

test('a summary has a series without a suffix and two with one', () => {
  expect(seriesNames(metricsOf({ summary: 'wait_seconds' }))).toEqual([
    'wait_seconds',
    'wait_seconds_sum',
    'wait_seconds_count',
  ]);
});

test('a platform has the series of its own KubeVirt and of no other', () => {
  const panics = 'kubevirt_vmi_guest_os_panic_total';
  expect(['1.8.4', '1.9.0'].map((kubevirt) => knownSeries(kubevirt).has(panics))).toEqual([
    false,
    true,
  ]);
});

const ofPod = 'namespace pod container endpoint instance job';
const renamed = `exported_namespace own ${ofPod}`;
const honoured = `namespace own pod container endpoint instance job`;

test.each([
  ['kubevirt', `${honoured} service`],
  ['cdi', `${renamed} service`],
  ['metallb', renamed],
  ['node-exporter', `${renamed} node`],
  ['kube-state-metrics', honoured],
  ['kubelet', 'namespace own endpoint instance job service node'],
  ['blackbox-exporter', renamed],
  ['prometheus', renamed],
  ['alertmanager', renamed],
] as const)(
  'of %s Prometheus stores a namespace and another label with: %s',
  (exporter, stored) => {
    expect(storedLabels(exporter, ['namespace', 'own']).join(' ')).toBe(stored);
  },
);

test.each([
  ['up', `${ofPod} service`],
  ['ALERTS', 'alertname alertstate severity'],
  ['strata_credential_end_timestamp_seconds', 'cluster credential'],
  ['strata_credential_warning_seconds', 'cluster credential'],
  ['strata_backup_late_after_seconds', 'cluster namespace'],
  ['strata_volume_backup_late_after_seconds', 'cluster namespace'],
])('%s, which no exporter exports, has the labels: %s', (series, labels) => {
  expect(seriesLabels.get(series)?.join(' ')).toBe(labels);
});
