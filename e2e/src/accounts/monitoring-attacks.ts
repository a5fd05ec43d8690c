// SPDX-License-Identifier: Apache-2.0

const patchMonitor =
  'patch servicemonitor cluster-demo-machines -n monitoring --type=merge --patch=';
const patchRule =
  'patch prometheusrule cluster-demo-credentials -n monitoring --type=merge --patch={"spec":{"groups":[{"name":"thief","rules":';

/**
 * Attempts to take Secrets and tokens of the platform's Prometheus, or to change what its alerts read,
 * with the token of the cluster `demo`: kubectl command, and the API server's answer.
 */
export const monitoringAttacks: readonly (readonly [command: string, why: string])[] = [
  [
    'delete prometheusrules --all -n monitoring',
    'may write these alone: cluster-demo-machines, cluster-demo-credentials, cluster-demo-backup; not ',
  ],
  [
    `${patchMonitor}{"spec":{"namespaceSelector":{"any":true,"matchNames":null}}}`,
    'the ServiceMonitor cluster-demo-machines may measure the namespace cluster-demo alone',
  ],
  [
    `${patchMonitor}{"spec":{"namespaceSelector":{"any":true}}}`,
    'the ServiceMonitor cluster-demo-machines may measure the namespace cluster-demo alone',
  ],
  [
    // The token of Prometheus itself.
    `${patchMonitor}{"spec":{"scrapeClass":"account"}}`,
    'the ServiceMonitor cluster-demo-machines may have these fields alone: namespaceSelector, selector, endpoints, sampleLimit, bodySizeLimit, labelLimit, labelNameLengthLimit, labelValueLengthLimit; not scrapeClass',
  ],
  [
    `${patchMonitor}{"spec":{"sampleLimit":0}}`,
    'the ServiceMonitor cluster-demo-machines must have these limits: sampleLimit 5000',
  ],
  [
    // A Secret of the namespace, which Prometheus would send to a pod of the cluster.
    `${patchMonitor}{"spec":{"endpoints":[{"port":"node-metrics","basicAuth":{"username":{"name":"thief","key":"user"},"password":{"name":"remote-write","key":"password"}}}]}}`,
    'the ServiceMonitor cluster-demo-machines must have one endpoint with these fields alone: port, honorTimestamps, followRedirects, relabelings, metricRelabelings; no credentials, no proxy, no other path',
  ],
  [
    `${patchMonitor}{"spec":{"endpoints":[{"port":"node-metrics","bearerTokenFile":"/var/run/secrets/kubernetes.io/serviceaccount/token"}]}}`,
    'must have one endpoint with these fields alone',
  ],
  [
    `${patchMonitor}{"spec":{"endpoints":[{"port":"node-metrics","honorTimestamps":false,"relabelings":[{"targetLabel":"__address__","replacement":"prometheus-operated:9090"}]}]}}`,
    'the ServiceMonitor cluster-demo-machines must store series of node_.* alone, with the time of the scrape, the name of the cluster as label cluster and user-cluster-machines as label job',
  ],
  [
    // A VM that answers with a redirect chooses whom Prometheus asks.
    `${patchMonitor}{"spec":{"endpoints":[{"port":"node-metrics","honorTimestamps":false,"followRedirects":true,"relabelings":[{"targetLabel":"cluster","replacement":"demo"},{"targetLabel":"job","replacement":"user-cluster-machines"}],"metricRelabelings":[{"sourceLabels":["__name__"],"regex":"node_.*","action":"keep"}]}]}}`,
    'the ServiceMonitor cluster-demo-machines must have followRedirects: false, or a VM could send Prometheus to any address',
  ],
  [
    `${patchRule}[{"record":"kube_cronjob_status_last_successful_time","expr":"time()","labels":{"namespace":"cluster-other","cronjob":"etcd-backup"}}]}]}}`,
    'the PrometheusRule cluster-demo-credentials may record these series of its own cluster alone: strata_credential_end_timestamp_seconds, strata_credential_warning_seconds, strata_backup_late_after_seconds, strata_volume_backup_late_after_seconds; and may have no alerts',
  ],
  [
    `${patchRule}[{"record":"strata_backup_late_after_seconds","expr":"vector(1e9)","labels":{"cluster":"other"}}]}]}}`,
    'may record these series of its own cluster alone',
  ],
  [
    // Prometheus would load the series of all clusters, again and again.
    `${patchRule}[{"record":"strata_credential_end_timestamp_seconds","expr":"{__name__=~\\".+\\"}","labels":{"cluster":"demo","credential":"x"}}]}]}}`,
    'no expression but a number or the age of an own VM',
  ],
  [
    `${patchRule}[{"alert":"Thief","expr":"vector(1)","labels":{"cluster":"demo"}}]}]}}`,
    'may record these series of its own cluster alone',
  ],
];

/** A ServiceMonitor with credentials beside the Secrets of an operator. */
export const besideSecrets = (own: string, namespace: string) => ({
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'ServiceMonitor',
  metadata: { name: `${own}-machines`, namespace },
  spec: {
    namespaceSelector: { matchNames: [own] },
    selector: {},
    endpoints: [
      {
        port: 'thief',
        basicAuth: {
          username: { name: 'cdi-api-signing-key', key: 'id_rsa' },
          password: { name: 'cdi-api-signing-key', key: 'id_rsa' },
        },
      },
    ],
  },
});
