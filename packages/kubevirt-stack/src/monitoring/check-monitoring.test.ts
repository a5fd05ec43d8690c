// SPDX-License-Identifier: Apache-2.0
import { offlineVariable } from '@strata/contracts';
import type { ClusterFacts } from '../cluster/cluster-facts.ts';
import { bareCluster } from '../cluster/test-cluster-facts.ts';
import type { MonitoringConfig } from '../config/index.ts';
import { checkMonitoring } from './check-monitoring.ts';
import { defaultMonitoring, fullMonitoring } from './test-monitoring.ts';

const storageClass = (name: string) => ({
  name,
  provisioner: 'csi.example',
  allowVolumeExpansion: true,
  volumeBindingMode: 'Immediate' as const,
  isTopologyBound: false,
});

const cluster: ClusterFacts = {
  ...bareCluster,
  storageClasses: [storageClass('fast'), storageClass('slow')],
};

function check(
  change: Partial<MonitoringConfig['prometheus']>,
  seen: ClusterFacts | undefined = cluster,
) {
  const prometheus = { ...defaultMonitoring.prometheus, ...change };
  return checkMonitoring(
    { monitoring: { ...defaultMonitoring, prometheus } },
    { cluster: seen },
  ).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

test('reports no problem for a valid configuration', () => {
  expect(check({})).toEqual([]);
  expect(checkMonitoring({ monitoring: fullMonitoring }, { cluster })).toEqual([]);
  expect(checkMonitoring({}, { cluster })).toEqual([]);
});

test('rejects an unknown StorageClass if the cluster can be read', () => {
  const storage = { className: 'fastt', sizeGiB: 50 };
  expect(check({ storage })).toEqual([
    'monitoring.prometheus.storage.className: the infra cluster has no StorageClass "fastt"; did you mean "fast"?',
  ]);
  expect(
    checkMonitoring(
      {
        monitoring: {
          ...defaultMonitoring,
          prometheus: { ...defaultMonitoring.prometheus, storage },
        },
      },
      { cluster: undefined },
    ),
  ).toEqual([]);
});

test('requires a volume that is larger than the retained data', () => {
  expect(check({ storage: { sizeGiB: 20 }, retentionSizeGiB: 20 })).toEqual([
    'monitoring.prometheus.retentionSizeGiB: 20 GiB leave no room for new measurements on a volume of 20 GiB; ' +
      'four fifths of the volume are a good choice',
  ]);
  expect(check({ storage: 'none', retentionSizeGiB: 20 })).toEqual([]);
});

// Proves: monitoring.alerts
test('rejects sizes with which the alert on the volume would always fire', () => {
  expect(check({ retentionSizeGiB: 45 })).toEqual([
    'monitoring.prometheus.retentionSizeGiB: VolumeAlmostFull would always fire: Prometheus fills 45 GiB of 50 before it deletes anything, and alerts.volumePercent is 85; keep less, or raise volumePercent',
  ]);
  expect(check({ retentionSizeGiB: 42 })).toEqual([]);
  const alerts = { ...defaultMonitoring.alerts, volumePercent: 75 };
  const monitoring = { ...defaultMonitoring, alerts };
  expect(checkMonitoring({ monitoring }, { cluster })).toEqual([
    {
      path: ['monitoring', 'alerts', 'volumePercent'],
      message:
        'VolumeAlmostFull would always fire: Prometheus fills 40 GiB of 50 before it deletes anything, and alerts.volumePercent is 75; keep less, or raise volumePercent',
    },
  ]);
  // As much as the alert allows is too much, for what is being written comes on top.
  expect(
    checkMonitoring(
      { monitoring: { ...monitoring, alerts: { ...alerts, volumePercent: 80 } } },
      { cluster },
    ).map(({ path }) => path),
  ).toEqual([['monitoring', 'alerts', 'volumePercent']]);
  // Without the measurements of kubelets there is no such alert.
  expect(checkMonitoring({ monitoring: { ...monitoring, kubelets: false } }, { cluster })).toEqual(
    [],
  );
});

// Proves: monitoring.alerts
test('rejects an interval with which most alerts are silent', () => {
  for (const scrapeInterval of ['121s', '2m30s', '5m', '12h', '1d']) {
    expect(check({ scrapeInterval })).toEqual([
      `monitoring.prometheus.scrapeInterval: with ${scrapeInterval} most alerts stay silent and dashboards are empty; choose 2m or less`,
    ]);
  }
  for (const scrapeInterval of ['1s', '30s', '1m30s', '2m']) {
    expect(check({ scrapeInterval })).toEqual([]);
  }
});

test('accepts only one way for remote write to authenticate', () => {
  const url = 'https://metrics.example/write';
  expect(
    check({ remoteWrite: { url, bearerToken: 'hush', username: 'north', password: 'hush' } }),
  ).toEqual([
    'monitoring.prometheus.remoteWrite: has both a bearerToken and a user; give one of them',
  ]);
  const bearerToken = 'hush';
  for (const more of [{ username: 'north' }, { password: 'hush' }]) {
    expect(check({ remoteWrite: { url, bearerToken, ...more } })).toEqual([
      'monitoring.prometheus.remoteWrite: has both a bearerToken and a user; give one of them',
    ]);
  }
  expect(check({ remoteWrite: { url, bearerToken } })).toEqual([]);
  expect(check({ remoteWrite: { url } })).toEqual([]);
  expect(check({ remoteWrite: { url, username: 'north' } })).toEqual([
    'monitoring.prometheus.remoteWrite.password: missing; a user has a name and a password',
  ]);
  expect(check({ remoteWrite: { url, password: 'hush' } })).toEqual([
    'monitoring.prometheus.remoteWrite.username: missing; a user has a name and a password',
  ]);
});

test('rejects labels that the platform sets itself', () => {
  expect(check({ externalLabels: { environment: 'moon', site: 'north' } })).toEqual([
    'monitoring.prometheus.externalLabels.environment: is set by the platform itself; choose another name',
  ]);
  expect(check({ externalLabels: { prometheus: 'a', prometheus_replica: 'b' } })).toEqual(
    ['prometheus', 'prometheus_replica'].map(
      (label) =>
        `monitoring.prometheus.externalLabels.${label}: is set by the platform itself; choose another name`,
    ),
  );
});

test('rejects a configuration that Alertmanager refuses', () => {
  const alertmanager = { replicas: 1, config: 'route: { receiver: a }' };
  expect(
    checkMonitoring({ monitoring: { ...defaultMonitoring, alertmanager } }, { cluster }),
  ).toEqual([
    {
      path: ['monitoring', 'alertmanager', 'config'],
      message:
        'Alertmanager would refuse it: route.receiver is none of receivers; correct it, or add the receiver',
    },
  ]);
});

test('rejects an alert that fires before operators renew their certificates', () => {
  const alerts = { ...defaultMonitoring.alerts, operatorCertificateHours: 5 };
  expect(
    checkMonitoring({ monitoring: { ...defaultMonitoring, alerts } }, { cluster }).map(
      ({ path }) => path,
    ),
  ).toEqual([['monitoring', 'alerts', 'operatorCertificateHours']]);
});

test('does not judge the placeholder of a secret in a preview without keys', () => {
  const alertmanager = { replicas: 1, config: 'offline-preview-placeholder' };
  const config = { monitoring: { ...defaultMonitoring, alertmanager } };
  expect(checkMonitoring(config, { cluster }, { [offlineVariable]: 'true' })).toEqual([]);
  expect(checkMonitoring(config, { cluster }, {})).toHaveLength(1);
});

test('does not check monitoring that is switched off', () => {
  expect(
    checkMonitoring(
      {
        monitoring: {
          ...defaultMonitoring,
          enabled: false,
          prometheus: {
            ...defaultMonitoring.prometheus,
            storage: { className: 'fastt', sizeGiB: 2 },
          },
        },
      },
      { cluster },
    ),
  ).toEqual([]);
});
