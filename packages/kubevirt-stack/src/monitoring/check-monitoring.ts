// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import { isOffline, suggestion } from '@strata/contracts';
import type { CheckedConfig } from '../checks/check-context.ts';
import type { ClusterFacts } from '../cluster/cluster-facts.ts';
import type { MonitoringConfig } from '../config/index.ts';
import { checkAlertmanager } from './check-alertmanager.ts';
import { checkCertificateHours } from './check-certificate-hours.ts';

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
    ...checkRemoteWrite(prometheus),
    ...checkLabels(prometheus),
    ...(alertmanager === undefined || isOffline(env) ? [] : checkAlertmanager(alertmanager.config)),
    ...checkCertificateHours(config),
  ];
}
