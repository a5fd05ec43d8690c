// SPDX-License-Identifier: Apache-2.0
import type { MonitoringConfig } from '@strata/contracts';
import { versionOf } from './monitoring-images.ts';
import { restrictedPod } from './pod-security.ts';
import { nameLabel } from './workload-labels.ts';

/** What a Prometheus is made from. */
export interface PrometheusSpecArgs {
  readonly environment: string;
  readonly account: string;
  /** Where monitoring runs, and the other namespaces whose monitors and rules are obeyed. */
  readonly namespace: string;
  readonly watched: readonly string[];
  readonly config: MonitoringConfig;
  /** The StorageClass of a volume for which the configuration names none. */
  readonly storageClassName: string;
  readonly image: string;
}

/** Asks with the token of Prometheus' own account; for those who answer no strangers. */
export const accountScrapeClass = 'account';

/** Holds what remote write authenticates with. */
export const remoteWriteSecret = 'prometheus-remote-write';

/** The part of a volume that blocks may take; the write-ahead log needs some as well. */
const volumeShare = 0.8;

type Server = MonitoringConfig['prometheus'];

function renderStorage({ storage, retentionSizeGiB }: Server, storageClassName: string) {
  const limit =
    retentionSizeGiB ??
    (storage === 'none' ? undefined : Math.max(1, Math.floor(storage.sizeGiB * volumeShare)));
  return {
    ...(limit === undefined ? {} : { retentionSize: `${limit}GiB` }),
    storage:
      storage === 'none'
        ? { emptyDir: {} }
        : {
            volumeClaimTemplate: {
              spec: {
                accessModes: ['ReadWriteOnce'],
                storageClassName: storage.className ?? storageClassName,
                resources: { requests: { storage: `${storage.sizeGiB}Gi` } },
              },
            },
          },
  };
}

function renderRemoteWrite({ remoteWrite }: Server) {
  if (remoteWrite === undefined) return {};
  const from = (key: string) => ({ name: remoteWriteSecret, key });
  const { url, bearerToken, username, password } = remoteWrite;
  return {
    remoteWrite: [
      {
        url,
        ...(bearerToken === undefined ? {} : { authorization: { credentials: from('token') } }),
        ...(username === undefined || password === undefined
          ? {}
          : { basicAuth: { username: from('username'), password: from('password') } }),
      },
    ],
  };
}

function renderSelectors(namespaces: readonly string[]) {
  // By name: a user of the infra cluster cannot add targets or rules from a namespace of his own.
  const namespaceSelector = {
    matchExpressions: [
      { key: 'kubernetes.io/metadata.name', operator: 'In', values: [...namespaces] },
    ],
  };
  return {
    serviceMonitorSelector: {},
    serviceMonitorNamespaceSelector: namespaceSelector,
    podMonitorSelector: {},
    podMonitorNamespaceSelector: namespaceSelector,
    ruleSelector: {},
    ruleNamespaceSelector: namespaceSelector,
  };
}

function renderResources({ cpu, memoryGiB }: Server) {
  return {
    requests: { cpu: `${Math.round(cpu * 1000)}m`, memory: `${memoryGiB}Gi` },
    limits: { memory: `${memoryGiB}Gi` },
  };
}

/**
 * Spec of the Prometheus object.
 *
 * It finds Services by their Endpoints, the operator's default: the Roles that KubeVirt and CDI give
 * to its account cover those, but no EndpointSlices.
 *
 * @see https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.PrometheusSpec
 */
export function renderPrometheusSpec(args: PrometheusSpecArgs): Record<string, unknown> {
  const { account, config, environment, image, namespace, watched } = args;
  const { prometheus: server, alertmanager } = config;
  return {
    image,
    version: versionOf(image),
    replicas: server.replicas,
    serviceAccountName: account,
    externalLabels: { ...server.externalLabels, environment },
    scrapeInterval: server.scrapeInterval,
    evaluationInterval: server.scrapeInterval,
    retention: server.retention,
    ...renderStorage(server, args.storageClassName),
    ...renderSelectors([namespace, ...watched]),
    ...renderRemoteWrite(server),
    scrapeClasses: [
      {
        name: accountScrapeClass,
        authorization: {
          credentialsFile: '/var/run/secrets/kubernetes.io/serviceaccount/token',
        },
        // They sign their certificates themselves.
        tlsConfig: { insecureSkipVerify: true },
      },
    ],
    ...(alertmanager === undefined
      ? {}
      : {
          alerting: {
            alertmanagers: [{ namespace, name: 'alertmanager-operated', port: 'web' }],
          },
        }),
    enableAdminAPI: false,
    resources: renderResources(server),
    securityContext: restrictedPod(),
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'kubernetes.io/hostname',
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels: { [nameLabel]: 'prometheus' } },
      },
    ],
  };
}
