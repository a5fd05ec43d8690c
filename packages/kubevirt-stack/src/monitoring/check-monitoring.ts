// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import { isOffline, suggestion } from '@strata/contracts';
import type { CheckedConfig } from '../checks/check-context.ts';
import type { ClusterFacts } from '../cluster/cluster-facts.ts';
import type { MonitoringConfig } from '../config/index.ts';
import { checkAlertmanager } from './check-alertmanager.ts';
import { checkCertificateHours } from './check-certificate-hours.ts';
import { retentionLimit } from './prometheus-spec.ts';

type Server = MonitoringConfig['prometheus'];

/** Labels that Strata or the operator adds to every series. */
const takenLabels = ['environment', 'prometheus', 'prometheus_replica'];

const at = (...path: PropertyKey[]) => ['monitoring', 'prometheus', ...path];

function checkVolume({ storage, retentionSizeGiB }: Server, cluster?: ClusterFacts): Problem[] {
  if (storage === 'none') return [];
  const problems: Problem[] = [];
  if (retentionSizeGiB !== undefined && retentionSizeGiB >= storage.sizeGiB) {
    problems.push({
      path: at('retentionSizeGiB'),
      message:
        `${retentionSizeGiB} GiB leave no room for new measurements on a volume of ` +
        `${storage.sizeGiB} GiB; four fifths of the volume are a good choice`,
    });
  }
  if (cluster === undefined) return problems;
  const classes = cluster.storageClasses.map(({ name }) => name);
  const { className } = storage;
  if (className !== undefined && !classes.includes(className)) {
    problems.push({
      path: at('storage', 'className'),
      message: `the infra cluster has no StorageClass "${className}"; ${suggestion(className, classes)}`,
    });
  }
  return problems;
}

/**
 * Reports an error if the volume is almost full for the alert VolumeAlmostFull in the normal state:
 * Prometheus fills it up to its limit before it deletes anything.
 */
function checkVolumeAlert({ alerts, kubelets, prometheus }: MonitoringConfig): Problem[] {
  const { retentionSizeGiB, storage } = prometheus;
  const limit = retentionLimit(prometheus);
  if (!kubelets || storage === 'none' || limit === undefined) return [];
  const { volumePercent } = alerts;
  if (limit * 100 < volumePercent * storage.sizeGiB || limit >= storage.sizeGiB) return [];
  return [
    {
      path:
        retentionSizeGiB === undefined
          ? ['monitoring', 'alerts', 'volumePercent']
          : at('retentionSizeGiB'),
      message:
        `VolumeAlmostFull would always fire: Prometheus fills ${limit} GiB of ${storage.sizeGiB} before it ` +
        `deletes anything, and alerts.volumePercent is ${volumePercent}; keep less, or raise volumePercent`,
    },
  ];
}

const seconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

/**
 * Reports an interval with which alerts and dashboards break: they look for two measurements within five
 * minutes, and Prometheus takes a series for gone after five minutes without one. It is the interval of
 * the alerts, too.
 *
 * @see https://prometheus.io/docs/prometheus/latest/querying/basics/#staleness
 */
function checkInterval({ scrapeInterval }: Server): Problem[] {
  const total = [...scrapeInterval.matchAll(/(\d+)([a-z])/g)]
    .map(([, count, unit = '']) => Number(count) * (seconds[unit] ?? Infinity))
    .reduce((sum, part) => sum + part, 0);
  if (total <= 120) return [];
  return [
    {
      path: at('scrapeInterval'),
      message: `with ${scrapeInterval} most alerts stay silent and dashboards are empty; choose 2m or less`,
    },
  ];
}

function checkRemoteWrite({ remoteWrite }: Server): Problem[] {
  if (remoteWrite === undefined) return [];
  const { bearerToken, password, username } = remoteWrite;
  if (bearerToken !== undefined && (username !== undefined || password !== undefined)) {
    return [
      {
        path: at('remoteWrite'),
        message: 'has both a bearerToken and a user; give one of them',
      },
    ];
  }
  if ((username === undefined) === (password === undefined)) return [];
  const missing = username === undefined ? 'username' : 'password';
  return [
    { path: at('remoteWrite', missing), message: 'missing; a user has a name and a password' },
  ];
}

function checkLabels({ externalLabels }: Server): Problem[] {
  return takenLabels
    .filter((label) => label in externalLabels)
    .map((label) => ({
      path: at('externalLabels', label),
      message: 'is set by the platform itself; choose another name',
    }));
}

/**
 * Checks `monitoring`.
 *
 * @param env - of this run: in one without keys, the configuration of Alertmanager is a placeholder.
 */
export function checkMonitoring(
  config: CheckedConfig,
  { cluster }: { readonly cluster: ClusterFacts | undefined },
  env: NodeJS.ProcessEnv = process.env,
): Problem[] {
  const { monitoring } = config;
  if (monitoring?.enabled !== true) return [];
  const { alertmanager, prometheus } = monitoring;
  return [
    ...checkVolume(prometheus, cluster),
    ...checkVolumeAlert(monitoring),
    ...checkInterval(prometheus),
    ...checkRemoteWrite(prometheus),
    ...checkLabels(prometheus),
    ...(alertmanager === undefined || isOffline(env) ? [] : checkAlertmanager(alertmanager.config)),
    ...checkCertificateHours(config),
  ];
}
