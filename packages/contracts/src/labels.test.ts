// SPDX-License-Identifier: Apache-2.0
import { clusterLabels, ownerAnnotations, platformLabels, waitingFor } from './index.ts';

test('labels objects of the platform with their owner and environment', () => {
  expect(platformLabels('sandbox')).toEqual({
    'app.kubernetes.io/managed-by': 'strata',
    'strata.dev/environment': 'sandbox',
  });
});

test('labels objects of a user cluster with the cluster, too', () => {
  expect(clusterLabels('sandbox', 'demo')).toEqual({
    'app.kubernetes.io/managed-by': 'strata',
    'app.kubernetes.io/part-of': 'demo',
    'cluster.x-k8s.io/cluster-name': 'demo',
    'strata.dev/environment': 'sandbox',
  });
});

test('writes all objects under one field manager, with conditions to wait for if there are any', () => {
  expect(ownerAnnotations).toEqual({ 'pulumi.com/patchFieldManager': 'strata' });
  expect(waitingFor('condition=Available')).toEqual({
    'pulumi.com/patchFieldManager': 'strata',
    'pulumi.com/waitFor': 'condition=Available',
  });
});
