// SPDX-License-Identifier: Apache-2.0
import { releases } from '@strata/contracts';
import { named, recordProgram } from '@strata/testing';
import { enabledGroups } from './alerts/all-alerts.ts';
import { renderRules } from './alerts/render-rules.ts';
import { testAlertContext } from './alerts/test-alert-context.ts';
import { dashboards } from './dashboards/all-dashboards.ts';
import { renderDashboard, renderDatasources } from './dashboards/render-dashboard.ts';
import { Monitoring } from './monitoring.ts';
import type { MonitoringArgs } from './monitoring.ts';
import { monitoringImages } from './monitoring-images.ts';
import { defaultMonitoring, fullMonitoring } from './test-monitoring.ts';
import { metadataOf } from './workload-labels.ts';

// Contents of the two objects that monitoring-objects.yaml does not show: rules and dashboards.
const [release] = releases;

const record = (change: Partial<MonitoringArgs> = {}) =>
  recordProgram(
    () =>
      new Monitoring('watch', {
        environment: 'sandbox',
        namespace: 'monitoring',
        account: 'prometheus-k8s',
        config: defaultMonitoring,
        storage: { className: 'slow', accessModes: ['ReadWriteMany'], volumeMode: 'Block' },
        namespaces: { kubevirt: 'kubevirt', cdi: 'cdi', metallb: 'metallb-system' },
        images: monitoringImages(release),
        ...change,
      }),
  );

const rulesOf = async (change: Partial<MonitoringArgs> = {}) =>
  named(await record(change), 'watch-prometheus-rules').inputs.spec;

// Proves: monitoring.alerts, monitoring.prometheus
test('Prometheus has the alerts whose measurements there are, with the thresholds and namespaces of the environment', async () => {
  const alone = { ...testAlertContext, peers: [] };
  expect(await rulesOf()).toEqual(
    renderRules(enabledGroups({ kubelets: true, certificates: true, bgp: false }), alone),
  );
  const config = { ...defaultMonitoring, kubelets: false, certificates: false };
  expect(await rulesOf({ config })).toEqual(
    renderRules(enabledGroups({ kubelets: false, certificates: false, bgp: false }), alone),
  );
  expect(await rulesOf({ peers: testAlertContext.peers })).toEqual(
    renderRules(enabledGroups({ kubelets: true, certificates: true, bgp: true }), testAlertContext),
  );
});

// Proves: monitoring.dashboards
test('Grafana has its dashboards and Prometheus from files, which nobody changes in it', async () => {
  const recording = await record({ config: fullMonitoring });
  const file = (value: unknown) => `${JSON.stringify(value, undefined, 1)}\n`;
  expect(named(recording, 'watch-grafana-dashboards').inputs.data).toEqual({
    'datasources.yaml': file(renderDatasources('http://prometheus-operated.monitoring.svc:9090')),
    'providers.yaml': file({
      apiVersion: 1,
      providers: [
        {
          name: 'strata',
          type: 'file',
          disableDeletion: true,
          allowUiUpdates: false,
          options: { path: '/etc/grafana/provisioning/dashboards' },
        },
      ],
    }),
    ...Object.fromEntries(
      dashboards.map((dashboard) => [`${dashboard.uid}.json`, file(renderDashboard(dashboard))]),
    ),
  });
});

// Proves: monitoring.prometheus
test('the state has the addresses of Prometheus and Grafana at the components that have them', async () => {
  const { outputs } = await record({ config: fullMonitoring });
  const prometheus = 'http://prometheus-operated.monitoring.svc:9090';
  const grafana = 'http://grafana.monitoring.svc';
  expect(outputs.get('watch-prometheus')).toEqual({ url: prometheus });
  expect(outputs.get('watch-grafana')).toEqual({ url: grafana });
  expect(outputs.get('watch')).toEqual({ facts: { namespace: 'monitoring', prometheus, grafana } });
});

test('an object without a namespace says none', () => {
  const more = {
    labels: { 'app.kubernetes.io/managed-by': 'strata', 'strata.dev/environment': 'sandbox' },
    annotations: { 'pulumi.com/patchFieldManager': 'strata' },
  };
  expect(metadataOf('sandbox', 'a')).toStrictEqual({ name: 'a', ...more });
  expect(metadataOf('sandbox', 'a', 'b')).toStrictEqual({ name: 'a', namespace: 'b', ...more });
});
