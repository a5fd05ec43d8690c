// SPDX-License-Identifier: Apache-2.0
import { policyRefusals } from '@strata/testing/policy-refusals';
import { renderAccountFence } from './account-fence.ts';

// e2e/src/24-accounts.test.ts tries the same on a real API server, whose evaluator is another one.

const relabelings = [
  { action: 'replace', targetLabel: 'cluster', replacement: 'demo' },
  {
    action: 'replace',
    sourceLabels: ['__meta_kubernetes_pod_label_cluster_x_k8s_io_role'],
    targetLabel: 'role',
  },
  { action: 'replace', targetLabel: 'job', replacement: 'user-cluster-machines' },
];

const endpoint = {
  port: 'node-metrics',
  honorTimestamps: false,
  followRedirects: false,
  relabelings,
  metricRelabelings: [{ sourceLabels: ['__name__'], regex: 'node_.*', action: 'keep' }],
};

const monitor = {
  namespaceSelector: { matchNames: ['cluster-demo'] },
  selector: { matchLabels: { 'cluster.x-k8s.io/cluster-name': 'demo' } },
  sampleLimit: 5_000,
  bodySizeLimit: '5MB',
  labelLimit: 40,
  labelNameLengthLimit: 128,
  labelValueLengthLimit: 512,
  endpoints: [endpoint],
};

const late = {
  record: 'strata_backup_late_after_seconds',
  expr: 'vector(25200)',
  labels: { cluster: 'demo', namespace: 'cluster-demo' },
};

const created = (namespace: string, machine: string) =>
  `max(kubevirt_vm_create_date_timestamp_seconds{namespace="${namespace}",name="${machine}"}) + 1`;

const end = {
  record: 'strata_credential_end_timestamp_seconds',
  expr: created('cluster-demo', 'cp-0'),
  labels: { cluster: 'demo', credential: 'certificates of cp-0' },
};

const rules = (...all: readonly object[]) => ({ groups: [{ name: 'strata', rules: all }] });

/** Returns why the account of the cluster `demo` may not write an object. */
function refusals(
  resource: 'servicemonitors' | 'prometheusrules',
  spec: object,
  { name = 'cluster-demo-machines', namespace = 'monitoring', ...more } = {},
) {
  return policyRefusals(renderAccountFence([]), {
    user: 'system:serviceaccount:strata-user-clusters:cluster-demo',
    resource,
    namespace,
    object: { metadata: { name, namespace }, spec },
    ...more,
  });
}

test('a cluster may write what its program makes', () => {
  expect(refusals('servicemonitors', monitor)).toEqual([]);
  expect(refusals('prometheusrules', rules(late), { name: 'cluster-demo-backup' })).toEqual([]);
  expect(refusals('prometheusrules', rules(end), { name: 'cluster-demo-credentials' })).toEqual([]);
  const fraction = rules({ ...late, expr: 'vector(1795868765.5)' });
  expect(refusals('prometheusrules', fraction, { name: 'cluster-demo-backup' })).toEqual([]);
  // Of a cluster for a pull request people are told a day after its end.
  const afterwards = rules({ ...end, expr: 'vector(-86400)' });
  expect(refusals('prometheusrules', afterwards, { name: 'cluster-demo-credentials' })).toEqual([]);
  expect(refusals('prometheusrules', {}, { name: 'cluster-demo-credentials' })).toEqual([]);
});

test.each(['kubevirt', 'cdi', 'cluster-demo'])(
  'nothing of a cluster is read with the Secrets of the namespace %s',
  (namespace) => {
    expect(refusals('servicemonitors', monitor, { namespace })).toEqual([
      `the account cluster-demo may write servicemonitors in the namespace monitoring alone, not in ${namespace}`,
    ]);
    expect(refusals('prometheusrules', rules(late), { namespace })).toEqual([
      `the account cluster-demo may write prometheusrules in the namespace monitoring alone, not in ${namespace}`,
    ]);
  },
);

test('a cluster may neither write nor delete objects of others', () => {
  const why = [
    'the account cluster-demo may write these alone: cluster-demo-machines, cluster-demo-credentials, cluster-demo-backup; not cluster-other-machines',
  ];
  const name = 'cluster-other-machines';
  expect(refusals('servicemonitors', monitor, { name })).toEqual(why);
  const others = { metadata: { name }, spec: {} };
  for (const resource of ['servicemonitors', 'prometheusrules']) {
    const gone = policyRefusals(renderAccountFence([]), {
      user: 'system:serviceaccount:strata-user-clusters:cluster-demo',
      resource,
      namespace: 'monitoring',
      operation: 'DELETE',
      oldObject: others,
    });
    expect(gone).toEqual(why);
  }
});

test.each([
  ['the namespace of another', { matchNames: ['cluster-other'] }],
  ['a second namespace', { matchNames: ['cluster-demo', 'cluster-other'] }],
  ['every namespace, whatever the names', { any: true, matchNames: ['cluster-demo'] }],
  ['the namespace of the monitoring', undefined],
])('a ServiceMonitor may not measure %s', (_, namespaceSelector) => {
  expect(refusals('servicemonitors', { ...monitor, namespaceSelector })).toEqual([
    'the ServiceMonitor cluster-demo-machines may measure the namespace cluster-demo alone',
  ]);
});

test.each([
  ['scrapeClass', 'account'],
  ['jobLabel', 'app'],
  ['targetLabels', ['namespace']],
  ['podTargetLabels', ['namespace']],
  ['serviceDiscoveryRole', 'Endpoints'],
  ['keepDroppedTargets', 10],
])('a ServiceMonitor may not have %s', (field, value) => {
  expect(refusals('servicemonitors', { ...monitor, [field]: value })).toEqual([
    `the ServiceMonitor cluster-demo-machines may have these fields alone: namespaceSelector, selector, endpoints, sampleLimit, bodySizeLimit, labelLimit, labelNameLengthLimit, labelValueLengthLimit; not ${field}`,
  ]);
});

const oneEndpoint =
  'the ServiceMonitor cluster-demo-machines must have one endpoint with these fields alone: port, honorTimestamps, followRedirects, relabelings, metricRelabelings; no credentials, no proxy, no other path';
const key = { name: 'cdi-api-signing-key', key: 'id_rsa' };

test.each([
  ['basicAuth', { username: key, password: key }],
  ['authorization', { credentials: key }],
  ['bearerTokenSecret', key],
  ['bearerTokenFile', '/var/run/secrets/kubernetes.io/serviceaccount/token'],
  ['oauth2', { clientId: { secret: key }, clientSecret: key, tokenUrl: 'https://192.0.2.1' }],
  ['tlsConfig', { caFile: '/etc/prometheus/ca.crt' }],
  ['proxyUrl', 'http://192.0.2.1'],
  ['proxyFromEnvironment', true],
  ['proxyConnectHeader', { Authorization: [key] }],
  ['scheme', 'https'],
  ['path', '/api/v1/query'],
  ['params', { match: ['{}'] }],
  ['honorLabels', true],
  ['targetPort', 9090],
])('an endpoint may not have %s', (field, value) => {
  const endpoints = [{ ...endpoint, [field]: value }];
  expect(refusals('servicemonitors', { ...monitor, endpoints })).toEqual([oneEndpoint]);
});

test('a ServiceMonitor has one endpoint', () => {
  const endpoints = [endpoint, endpoint];
  expect(refusals('servicemonitors', { ...monitor, endpoints })).toEqual([oneEndpoint]);
});

test.each([
  ['sampleLimit', 0],
  ['sampleLimit', undefined],
  ['bodySizeLimit', '0'],
  ['labelLimit', 41],
  ['labelNameLengthLimit', undefined],
  ['labelValueLengthLimit', 513],
])('the limit %s may not be %s', (limit, value) => {
  const spec = { ...monitor, [limit]: value };
  expect(refusals('servicemonitors', spec)).toEqual([
    'the ServiceMonitor cluster-demo-machines must have these limits: sampleLimit 5000, bodySizeLimit 5MB, labelLimit 40, labelNameLengthLimit 128, labelValueLengthLimit 512',
  ]);
});

const [cluster, role, job] = relabelings;
const from = ['__meta_kubernetes_pod_label_other'];

test.each([
  ['another target', [...relabelings, { targetLabel: '__address__', replacement: '192.0.2.1' }]],
  ['another path', [...relabelings, { targetLabel: '__metrics_path__', replacement: '/x' }]],
  ['another protocol', [...relabelings, { targetLabel: '__scheme__', replacement: 'https' }]],
  ['parameters', [...relabelings, { targetLabel: '__param_match', replacement: 'x' }]],
  ['the namespace of another', [...relabelings, { targetLabel: 'namespace', replacement: 'cdi' }]],
  ['any label', [...relabelings, { action: 'labelmap', replacement: '$1' }]],
  ['another cluster', [{ ...cluster, replacement: 'other' }, role, job]],
  ['a cluster that the pod names', [{ ...cluster, sourceLabels: from }, role, job]],
  ['two clusters', [...relabelings, { ...cluster, replacement: 'other' }]],
  ['no cluster', [role, job]],
  ['the job of others', [cluster, role, { ...job, replacement: 'kube-state-metrics' }]],
  ['the name of a Service as job', [cluster, role]],
  ['no labels', undefined],
])('series may not have %s', (_, given) => {
  const endpoints = [{ ...endpoint, relabelings: given }];
  expect(refusals('servicemonitors', { ...monitor, endpoints })).toEqual([ownSeries]);
});

const ownSeries =
  'the ServiceMonitor cluster-demo-machines must store series of node_.* alone, with the time of the scrape, the name of the cluster as label cluster and user-cluster-machines as label job, and may write no further labels but role, pool, machine';

const [keep] = endpoint.metricRelabelings;

test.each([
  ['of any name', { metricRelabelings: undefined }],
  ['of names that the tenant chooses', { metricRelabelings: [{ ...keep, regex: '.*' }] }],
  [
    'that get another name then',
    { metricRelabelings: [keep, { targetLabel: '__name__', replacement: 'kube_cronjob_created' }] },
  ],
  ['with times of the tenant', { honorTimestamps: true }],
])('a ServiceMonitor may not store series %s', (_, change) => {
  const endpoints = [{ ...endpoint, ...change }];
  expect(refusals('servicemonitors', { ...monitor, endpoints })).toEqual([ownSeries]);
});

test.each([undefined, true])(
  'a ServiceMonitor may not have followRedirects %j',
  (followRedirects) => {
    const endpoints = [{ ...endpoint, followRedirects }];
    expect(refusals('servicemonitors', { ...monitor, endpoints })).toEqual([
      'the ServiceMonitor cluster-demo-machines must have followRedirects: false, or a VM could send Prometheus to any address',
    ]);
  },
);

const alert = { alert: 'UserClusterBackupLate', expr: 'vector(1)', labels: late.labels };

test.each([
  [
    "the backups of another cluster's CronJob",
    rules({
      record: 'kube_cronjob_status_last_successful_time',
      expr: 'time()',
      labels: { namespace: 'cluster-other', cronjob: 'etcd-backup' },
    }),
  ],
  ['an alert', rules(alert)],
  ['a rule that is both', rules({ ...late, alert: 'UserClusterBackupLate' })],
  ['a series of another cluster', rules({ ...late, labels: { cluster: 'other' } })],
  ['a series of no cluster', rules({ ...end, labels: { credential: 'x' } })],
  ['a series without labels', rules({ record: late.record, expr: late.expr })],
  [
    'a series with the namespace of another',
    rules({ ...late, labels: { cluster: 'demo', namespace: 'cluster-other' } }),
  ],
  ['a further label', rules({ ...late, labels: { ...late.labels, severity: 'none' } })],
  ['a good rule and an alert', rules(late, alert)],
  ['every series of everybody', rules({ ...late, expr: '{__name__=~".+"}' })],
  ['a copy of a series under its own name', rules({ ...late, expr: 'up' })],
  ['more than a number', rules({ ...late, expr: 'vector(1) or up' })],
  ['the age of the machine of another', rules({ ...end, expr: created('cluster-other', 'cp-0') })],
  [
    'the age of all machines',
    rules({ ...end, expr: created('cluster-demo', 'cp-0').replace('name="cp-0"', 'name=~".+"') }),
  ],
  ['the age of a machine and more', rules({ ...end, expr: `${end.expr} or up` })],
  ['a second group', { groups: ['a', 'b'].map((name) => ({ name, rules: [late] })) }],
  ['a thousand rules', rules(...Array.from({ length: 1_001 }, () => late))],
  ['labels of a group', { groups: [{ name: 'a', labels: { cluster: 'other' }, rules: [late] }] }],
  ['an interval', { groups: [{ name: 'a', interval: '1ms', rules: [late] }] }],
])('a PrometheusRule may not have %s', (_, spec) => {
  expect(refusals('prometheusrules', spec, { name: 'cluster-demo-backup' })).toEqual([
    'the PrometheusRule cluster-demo-backup may record these series of its own cluster alone: strata_credential_end_timestamp_seconds, strata_credential_warning_seconds, strata_backup_late_after_seconds, strata_volume_backup_late_after_seconds; and may have no alerts, no second group, no more than 1000 rules and no expression but a number or the age of an own VM',
  ]);
});
