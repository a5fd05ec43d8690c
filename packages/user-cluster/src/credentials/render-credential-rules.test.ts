// SPDX-License-Identifier: Apache-2.0
import { named, recordProgram } from '@strata/testing';
import { testContext } from '../test-context.ts';
import { clusterEnds, createCredentialRules } from './index.ts';
import { renderCredentialRules } from './render-credential-rules.ts';

const owner = { apiVersion: 'v1', kind: 'Namespace', name: 'cluster-demo', uid: 'u' };
const token = { credential: 'join token', end: '2027-01-01T00:00:00Z', warningDays: 5 };

const recorded = (credential: string, end: string, seconds: number) => {
  const labels = { cluster: 'demo', credential };
  return [
    { record: 'strata_credential_end_timestamp_seconds', expr: end, labels },
    { record: 'strata_credential_warning_seconds', expr: `vector(${seconds})`, labels },
  ];
};

// Proves: keys.ends-seen
test('each credential has its end and its warning; certificates of a machine are as old as it is', () => {
  const args = { cluster: 'demo', namespace: 'cluster-demo' };
  expect(renderCredentialRules({ ...args, ends: [token], controlPlane: ['cp-0'] })).toEqual({
    groups: [
      {
        name: 'strata-credentials-demo',
        rules: [
          ...recorded('join token', 'vector(1798761600)', 5 * 86_400),
          ...recorded(
            'certificates of cp-0',
            'max(kubevirt_vm_create_date_timestamp_seconds{namespace="cluster-demo",name="cp-0"}) + 157680000',
            90 * 86_400,
          ),
        ],
      },
    ],
  });
  expect(renderCredentialRules({ ...args, ends: [], controlPlane: [] }).groups).toEqual([
    { name: 'strata-credentials-demo', rules: [] },
  ]);
});

// Proves: keys.ends-seen
test('the rules are beside Prometheus, and go with the namespace of the cluster', async () => {
  const recording = await recordProgram(() => {
    const args = { ...testContext(), ends: [token], controlPlane: [], owner };
    return createCredentialRules('rules', args, { deleteBeforeReplace: true }).length;
  });
  expect(recording.result).toBe(1);
  expect(named(recording, 'rules')).toMatchObject({
    deleteBeforeReplace: true,
    inputs: {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'PrometheusRule',
      metadata: {
        name: 'cluster-demo-credentials',
        namespace: 'monitoring',
        labels: {
          'app.kubernetes.io/managed-by': 'strata',
          'app.kubernetes.io/part-of': 'demo',
          'cluster.x-k8s.io/cluster-name': 'demo',
          'strata.dev/environment': 'sandbox',
        },
        annotations: { 'pulumi.com/patchFieldManager': 'strata' },
        ownerReferences: [owner],
      },
      spec: {
        groups: [
          {
            name: 'strata-credentials-demo',
            rules: recorded('join token', 'vector(1798761600)', 5 * 86_400),
          },
        ],
      },
    },
  });
});

// Proves: clusters.expires
test('a cluster ends where its file says so; that of a pull request must be gone a day later', () => {
  const end = '2027-01-31T00:00:00Z';
  const credential = 'the cluster itself';
  const pullRequest = { repository: 'acme/shop', number: 12 };
  expect(clusterEnds({ pullRequest })).toEqual([]);
  expect(clusterEnds({ expires: '2027-01-31' })).toEqual([{ credential, end, warningDays: 14 }]);
  expect(clusterEnds({ expires: '2027-01-31', pullRequest })).toEqual([
    { credential, end, warningDays: -1 },
  ]);
});
