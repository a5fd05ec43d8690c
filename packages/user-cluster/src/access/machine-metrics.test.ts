// SPDX-License-Identifier: Apache-2.0
import { byFormerParent, named, recordProgram } from '@strata/testing';
import { testContext } from '../test-context.ts';
import { createMachineMetrics } from './index.ts';

const owner = { apiVersion: 'v1', kind: 'Namespace', name: 'cluster-demo', uid: 'u' };

const record = () =>
  recordProgram(() => createMachineMetrics('metrics', { ...testContext(), owner }));

const metadata = (name: string, namespace: string) => ({
  name,
  namespace,
  labels: {
    'app.kubernetes.io/managed-by': 'strata',
    'app.kubernetes.io/part-of': 'demo',
    'cluster.x-k8s.io/cluster-name': 'demo',
    'strata.dev/environment': 'sandbox',
  },
  annotations: { 'pulumi.com/patchFieldManager': 'strata' },
});

test('the Service that lists the machines waits for none of them', async () => {
  expect(named(await record(), 'metrics-machines').inputs.metadata).toEqual({
    ...metadata('machines', 'cluster-demo'),
    annotations: {
      'pulumi.com/patchFieldManager': 'strata',
      'pulumi.com/waitFor': 'jsonpath={.spec.clusterIP}=None',
    },
  });
});

test('Prometheus may find pods in the namespace of the cluster, and nobody else may', async () => {
  expect(named(await record(), 'metrics-discovery').inputs).toEqual({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: metadata('strata-prometheus-discovery', 'cluster-demo'),
    roleRef: {
      apiGroup: 'rbac.authorization.k8s.io',
      kind: 'ClusterRole',
      name: 'strata-prometheus-discovery',
    },
    subjects: [{ kind: 'ServiceAccount', name: 'prometheus-k8s', namespace: 'monitoring' }],
  });
});

test('the ServiceMonitor is beside Prometheus, and goes with the namespace of the cluster', async () => {
  expect(named(await record(), 'metrics-monitor').inputs).toMatchObject({
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'ServiceMonitor',
    metadata: { ...metadata('cluster-demo-machines', 'monitoring'), ownerReferences: [owner] },
    spec: {
      selector: { matchLabels: metadata('', '').labels },
    },
  });
});

test('a state of an earlier version has these objects in a component of their own', async () => {
  expect(byFormerParent(await record())).toEqual({
    'strata:user-cluster:MachineMetrics::metrics': [
      'metrics-discovery',
      'metrics-machines',
      'metrics-monitor',
    ],
  });
});
