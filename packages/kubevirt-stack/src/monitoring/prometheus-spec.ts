// SPDX-License-Identifier: Apache-2.0
import type { MonitoringConfig } from '../config/index.ts';
import { versionOf } from './monitoring-images.ts';
import { restrictedPod } from './pod-security.ts';
import { nameLabel } from './workload-labels.ts';

/** The values that the spec of a Prometheus is made from. */
export interface PrometheusSpecArgs {
  readonly environment: string;
  readonly account: string;
  /**
   * Namespace of monitoring, whose rules and monitors it reads, and (`watched`) those of which it reads
   * monitors alone.
   */
  readonly namespace: string;
  readonly watched: readonly string[];
  readonly config: MonitoringConfig;
  /** StorageClass of the volume if the configuration names none. */
  readonly storageClassName: string;
  readonly image: string;
}

/**
 * Scrape class that sends the token of Prometheus' own account, for targets that require
 * authentication.
 */
export const accountScrapeClass = 'account';

/** Name of the Secret with the credentials of remote write. */
export const remoteWriteSecret = 'prometheus-remote-write';

/**
 * Share of a volume that measurements may use. The limit counts blocks, the write-ahead log and chunks of
 * the newest block; what is left is for blocks that are being made of others.
 *
 * @see https://github.com/prometheus/prometheus/blob/v3.15.0/tsdb/db.go (BeyondSizeRetention)
 */
const volumeShare = 0.8;

/**
 * Series of KubeVirt with what the agent in a VM answers. A tenant chooses their number and their labels,
 * and KubeVirt limits neither. Nothing of Strata reads them.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/monitoring/metrics/virt-handler/domainstats/filesystem_metrics.go
 */
const saidByGuests = {
  sourceLabels: ['__name__'],
  regex: 'kubevirt_vmi_(filesystem|guest_load)_.*',
};

/**
 * Share of series without a sample in the last scrape from which on Prometheus writes them to a block, and
 * out of its memory, at once. Otherwise it has all series of up to three hours there, and machines of a
 * tenant that answer with other ones at each scrape fill it.
 *
 * @see https://github.com/prometheus/prometheus/blob/v3.15.0/tsdb/db.go (CompactStaleHead)
 */
const compactedStaleShare = '0.3';

type Server = MonitoringConfig['prometheus'];

/** Returns the GiB above which the oldest measurements are deleted; undefined: by age alone. */
export function retentionLimit({ storage, retentionSizeGiB }: Server): number | undefined {
  if (retentionSizeGiB !== undefined || storage === 'none') return retentionSizeGiB;
  return Math.floor(storage.sizeGiB * volumeShare);
}

function renderStorage(server: Server, storageClassName: string) {
  const { storage } = server;
  const limit = retentionLimit(server);
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
  const { url, bearerToken, username } = remoteWrite;
  return {
    remoteWrite: [
      {
        url,
        ...(bearerToken === undefined ? {} : { authorization: { credentials: from('token') } }),
        // A user has a password, too: a check refuses one without the other.
        ...(username === undefined
          ? {}
          : { basicAuth: { username: from('username'), password: from('password') } }),
      },
    ],
  };
}

/** Selects namespaces by name, so that users of the infra cluster cannot add targets or rules from their own. */
const selectNamespaces = (names: readonly string[]) => ({
  matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: [...names] }],
});

function renderSelectors(own: string, watched: readonly string[]) {
  const monitored = selectNamespaces([own, ...watched]);
  return {
    serviceMonitorSelector: {},
    serviceMonitorNamespaceSelector: monitored,
    podMonitorSelector: {},
    podMonitorNamespaceSelector: monitored,
    ruleSelector: {},
    // KubeVirt and CDI bring alerts of their own, some of them critical, with thresholds that no file sets.
    // Strata has its own for what they are about, each with a runbook, and reads none of their series.
    ruleNamespaceSelector: selectNamespaces([own]),
  };
}

function renderResources({ cpu, memoryGiB }: Server) {
  return {
    requests: { cpu: `${Math.round(cpu * 1000)}m`, memory: `${memoryGiB}Gi` },
    limits: { memory: `${memoryGiB}Gi` },
  };
}

/**
 * Returns the spec of the Prometheus object.
 *
 * It finds Services by their Endpoints, the operator's default: the Roles that KubeVirt and CDI
 * give to its account cover those, but not EndpointSlices.
 *
 * @see
 * https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.PrometheusSpec
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
    tsdb: { staleSeriesCompactionThreshold: compactedStaleShare },
    ...renderStorage(server, args.storageClassName),
    ...renderSelectors(namespace, watched),
    ...renderRemoteWrite(server),
    scrapeClasses: [
      {
        name: accountScrapeClass,
        authorization: {
          credentialsFile: '/var/run/secrets/kubernetes.io/serviceaccount/token',
        },
        // These targets sign their certificates themselves.
        tlsConfig: { insecureSkipVerify: true },
      },
      { name: 'default', default: true, metricRelabelings: [{ ...saidByGuests, action: 'drop' }] },
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
