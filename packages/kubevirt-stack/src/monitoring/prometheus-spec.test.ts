// SPDX-License-Identifier: Apache-2.0
import type { MonitoringConfig } from '../config/index.ts';
import { renderPrometheusSpec } from './prometheus-spec.ts';
import { defaultMonitoring, fullMonitoring } from './test-monitoring.ts';

const render = (config: MonitoringConfig) =>
  renderPrometheusSpec({
    environment: 'sandbox',
    account: 'prometheus-k8s',
    namespace: 'monitoring',
    watched: ['kubevirt', 'cdi'],
    config,
    storageClassName: 'slow',
    image: 'quay.io/prometheus/prometheus:v3.15.0',
  });

const withServer = (change: Partial<MonitoringConfig['prometheus']>) =>
  render({ ...defaultMonitoring, prometheus: { ...defaultMonitoring.prometheus, ...change } });

// Proves: monitoring.prometheus
test('keeps measurements for 15 days on a volume of the StorageClass of VM disks', () => {
  expect(render(defaultMonitoring)).toMatchObject({
    image: 'quay.io/prometheus/prometheus:v3.15.0',
    version: 'v3.15.0',
    replicas: 1,
    serviceAccountName: 'prometheus-k8s',
    externalLabels: { environment: 'sandbox' },
    scrapeInterval: '30s',
    evaluationInterval: '30s',
    retention: '15d',
    retentionSize: '40GiB',
    storage: {
      volumeClaimTemplate: {
        spec: {
          accessModes: ['ReadWriteOnce'],
          storageClassName: 'slow',
          resources: { requests: { storage: '50Gi' } },
        },
      },
    },
    enableAdminAPI: false,
    resources: { requests: { cpu: '500m', memory: '4Gi' }, limits: { memory: '4Gi' } },
  });
});

test('stores nothing that the agent in a VM says, from any target that names no other class', () => {
  expect(render(defaultMonitoring).scrapeClasses).toContainEqual({
    name: 'default',
    default: true,
    metricRelabelings: [
      {
        sourceLabels: ['__name__'],
        regex: 'kubevirt_vmi_(filesystem|guest_load)_.*',
        action: 'drop',
      },
    ],
  });
});

// Until they are compacted, all series of the past three hours are in memory.
test('series that are gone leave the memory within minutes, where a tenant has other ones at each scrape', () => {
  expect(render(defaultMonitoring).tsdb).toEqual({ staleSeriesCompactionThreshold: '0.3' });
});

test('leaves room on the smallest volume', () => {
  expect(withServer({ storage: { sizeGiB: 2 } }).retentionSize).toBe('1GiB');
});

test('keeps measurements only as long as its pod if no storage is configured', () => {
  const spec = withServer({ storage: 'none' });
  expect(spec.storage).toEqual({ emptyDir: {} });
  expect(spec).not.toHaveProperty('retentionSize');
});

test('uses the configured StorageClass, sizes, replicas and labels', () => {
  expect(render(fullMonitoring)).toMatchObject({
    replicas: 2,
    externalLabels: { site: 'north', environment: 'sandbox' },
    retentionSize: '30GiB',
    storage: { volumeClaimTemplate: { spec: { storageClassName: 'fast' } } },
  });
});

const namedNamespaces = (values: readonly string[]) => ({
  matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values }],
});

// Proves: monitoring.prometheus
test("reads monitors only from the platform's namespaces", () => {
  const { podMonitorNamespaceSelector, serviceMonitorNamespaceSelector } =
    render(defaultMonitoring);
  const expected = namedNamespaces(['monitoring', 'kubevirt', 'cdi']);
  expect(podMonitorNamespaceSelector).toEqual(expected);
  expect(serviceMonitorNamespaceSelector).toEqual(expected);
});

// KubeVirt's operator makes `prometheus-kubevirt-rules`, CDI's `prometheus-cdi-rules`.
// https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-operator/resource/generate/install/strategy.go
// https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/monitoring/rules/rules.go
// Proves: monitoring.alerts
test('leaves out the alerts that KubeVirt and CDI bring, which have no runbook and no thresholds here', () => {
  expect(render(defaultMonitoring).ruleNamespaceSelector).toEqual(namedNamespaces(['monitoring']));
});

test('sends alerts to Alertmanager if it is on', () => {
  expect(render(defaultMonitoring)).not.toHaveProperty('alerting');
  expect(render(fullMonitoring).alerting).toEqual({
    alertmanagers: [{ namespace: 'monitoring', name: 'alertmanager-operated', port: 'web' }],
  });
});

// Proves: monitoring.remote-write
test('writes to a remote system with a user, with a token, or without credentials', () => {
  const url = 'https://metrics.example/write';
  const secret = { name: 'prometheus-remote-write' };
  expect(render(fullMonitoring).remoteWrite).toEqual([
    {
      url: 'https://metrics.example/api/v1/write',
      basicAuth: {
        username: { ...secret, key: 'username' },
        password: { ...secret, key: 'password' },
      },
    },
  ]);
  expect(withServer({ remoteWrite: { url, bearerToken: 'hush' } }).remoteWrite).toEqual([
    { url, authorization: { credentials: { ...secret, key: 'token' } } },
  ]);
  expect(withServer({ remoteWrite: { url } }).remoteWrite).toEqual([{ url }]);
});
