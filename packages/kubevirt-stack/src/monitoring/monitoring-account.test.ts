// SPDX-License-Identifier: Apache-2.0
import { named, recordProgram } from '@strata/testing';
import { MonitoringAccount } from './monitoring-account.ts';

// Proves: installation.least-rights
test('the account has the name that KubeVirt is told, in the namespace of Prometheus', async () => {
  const recording = await recordProgram(
    () => new MonitoringAccount('platform', { environment: 'prod', namespace: 'monitoring' }),
  );
  expect(recording.result.account).toBe('prometheus-k8s');
  expect(named(recording, 'platform-account').inputs).toEqual({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: {
      name: 'prometheus-k8s',
      namespace: 'monitoring',
      labels: {
        'app.kubernetes.io/managed-by': 'strata',
        'strata.dev/environment': 'prod',
      },
      annotations: { 'pulumi.com/patchFieldManager': 'strata' },
    },
  });
});
