// SPDX-License-Identifier: Apache-2.0
import { answeringCluster } from '@strata/testing';
import { testConfig } from '../test-context.ts';
import { deprecatedUses } from './deprecated-uses.ts';
import { readinessOf } from './readiness.ts';

const config = testConfig();

test('reads uses of deprecated APIs whose end is known', () => {
  const metric = 'apiserver_requested_deprecated_apis';
  const metrics = [
    `# HELP ${metric} [STABLE] Gauge of deprecated APIs that have been requested`,
    `${metric}{group="",removed_release="",resource="endpoints",subresource="",version="v1"} 1`,
    `${metric}{group="apps",removed_release="1.40",resource="deployments",subresource="scale",version="v1beta1"} 1`,
    `${metric}{group="batch",removed_release="1.41",resource="jobs",subresource="",version="v1beta1"} 0`,
    `${metric}{group="",removed_release="1.41",resource="::warning::x",subresource="",version="v1"} 1`,
    'apiserver_request_total{group="apps",version="v1beta1"} 3',
  ];
  expect(deprecatedUses(metrics.join('\n'))).toEqual([
    {
      group: 'apps',
      version: 'v1beta1',
      resource: 'deployments',
      subresource: 'scale',
      removedIn: '1.40',
    },
  ]);
});

const apiMetrics = (start: number, removedIn: string) =>
  [
    `process_start_time_seconds ${start}`,
    `apiserver_requested_deprecated_apis{group="batch",removed_release="${removedIn}",resource="jobs",subresource="status",version="v1beta1"} 1`,
  ].join('\n');

// Proves: drains-and-updates.readiness
test.each<[string, readonly string[], readonly string[]]>([
  [
    'each of three API servers',
    [apiMetrics(1, '1.35'), apiMetrics(2, '1.34'), apiMetrics(1, '1.35'), apiMetrics(3, '1.35')],
    [
      'Before Kubernetes 1.34.4 -> 1.35.4, look at:',
      'jobs/status of batch/v1beta1 are asked for, and Kubernetes 1.35 has that version no longer; no object names its writer; the audit log has the requests, with the annotation k8s.io/deprecated',
      'jobs/status of batch/v1beta1 are asked for, and Kubernetes 1.34 has that version no longer; no object names its writer; the audit log has the requests, with the annotation k8s.io/deprecated',
    ],
  ],
  [
    'two of three API servers, and says so',
    [apiMetrics(1, ''), apiMetrics(2, '')],
    [
      'Before Kubernetes 1.34.4 -> 1.35.4, look at:',
      '2 of 3 API servers were reached, and each knows only the deprecated APIs that it was asked for itself: preview again, or look for apiserver_requested_deprecated_apis in the metrics of the others',
    ],
  ],
])('asks %s for deprecated APIs', async (_, servers, lines) => {
  let requests = 0;
  await using cluster = await answeringCluster(({ url = '' }, response) => {
    if (url !== '/metrics') return response.end('{"items": []}');
    const metrics = servers[requests % servers.length];
    requests += 1;
    return response.end(metrics);
  });
  const three = { ...config, controlPlane: { ...config.controlPlane, replicas: 3 } };
  const update = { from: '1.34.4', to: '1.35.4' };
  const { text } = await readinessOf(cluster.kubeconfig, three, { update, pools: [] });
  expect(text.split('\n  ')).toEqual(lines);
  expect(requests).toBe(lines.length === 3 ? 4 : 20);
});
