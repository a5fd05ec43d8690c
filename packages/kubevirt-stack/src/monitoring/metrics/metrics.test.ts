// SPDX-License-Identifier: Apache-2.0
import { machineCreatedSeries, releases } from '@strata/contracts';
import { exportedMetrics, exporters, knownSeries } from './exported-metrics.ts';
import { metricsOf, seriesNames } from './metric-list.ts';
import { metricsIn } from './metrics-in.ts';

test('reads names that are spread over lines, by type', () => {
  expect(metricsOf({ gauge: ' a\n  b ', counter: 'c' })).toEqual({
    a: 'gauge',
    b: 'gauge',
    c: 'counter',
  });
});

test('a histogram has three series', () => {
  expect(seriesNames(metricsOf({ histogram: 'wait_seconds', gauge: 'up' }))).toEqual([
    'wait_seconds_bucket',
    'wait_seconds_sum',
    'wait_seconds_count',
    'up',
  ]);
});

// Proves: monitoring.vm-metrics
test.each(exporters)('$component $version exports only well-formed names', ({ metrics }) => {
  expect(Object.keys(metrics).length).toBeGreaterThan(5);
  expect(Object.keys(metrics).filter((name) => !/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name))).toEqual([]);
});

test('looks up the metrics of a component by its version', () => {
  expect(exportedMetrics('cdi').kubevirt_cdi_cr_ready).toBe('gauge');
  expect(exportedMetrics('kubevirt', '1.9.3').kubevirt_vmi_guest_os_panic_total).toBe('counter');
  expect(exportedMetrics('kubevirt', '1.8.4').kubevirt_vmi_guest_os_panic_total).toBeUndefined();
  expect(exportedMetrics('kubevirt', '2.0.0')).toEqual({});
  expect(exportedMetrics('alertmanager').alertmanager_notifications_failed_total).toBe('counter');
});

test.each(releases.map(({ name, components }) => [name, components.kubevirt.version]))(
  'KubeVirt of release %s exports when VMs were made, which user clusters record',
  (_, kubevirt) => {
    expect(exportedMetrics('kubevirt', kubevirt)[machineCreatedSeries]).toBe('gauge');
  },
);

test('recording rules of upstream do not count as metrics', () => {
  expect(knownSeries('1.7.2').has('kubevirt_virt_api_up')).toBe(false);
});

test('finds the metrics of an expression, not its labels and functions', () => {
  expect(
    metricsIn('max by (node) (rate(a_total{b="c"}[5m])) / on (node) d > time() or vector(0)'),
  ).toEqual(['a_total', 'd']);
});

test('rejects invalid PromQL', () => {
  expect(() => metricsIn('max by (a) rate(')).toThrow('no PromQL: max by (a) rate(');
});
