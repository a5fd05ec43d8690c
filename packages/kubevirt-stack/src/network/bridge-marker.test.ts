// SPDX-License-Identifier: Apache-2.0
import { named, recordProgram } from '@strata/testing';
import { createBridgeMarker } from './bridge-marker.ts';

const record = () =>
  recordProgram(() =>
    createBridgeMarker('platform-bridges', {
      environment: 'sandbox',
      image: 'quay.io/kubevirt/bridge-marker:0.13.0',
    }),
  );

// Proves: networks.bridge-marker
test("runs on every host, on the host's network, with all taints tolerated", async () => {
  const recording = await record();
  const { inputs, dependsOn } = named(recording, 'platform-bridges-agent');
  expect(inputs.metadata).toMatchObject({ name: 'bridge-marker', namespace: 'kube-system' });
  expect(inputs.spec).toMatchObject({
    template: {
      spec: {
        serviceAccountName: 'bridge-marker',
        hostNetwork: true,
        tolerations: [{ operator: 'Exists' }],
        containers: [
          {
            image: 'quay.io/kubevirt/bridge-marker:0.13.0',
            args: ['-node-name', '$(NODE_NAME)', '-logtostderr'],
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
          },
        ],
      },
    },
  });
  expect(dependsOn).toEqual(['platform-bridges-account', 'platform-bridges-binding']);
});

test('may only read nodes and report their resources', async () => {
  const { inputs } = named(await record(), 'platform-bridges-binding');
  expect(inputs.roleRef).toEqual({
    apiGroup: 'rbac.authorization.k8s.io',
    kind: 'ClusterRole',
    name: 'system:node-problem-detector',
  });
  expect(inputs.subjects).toEqual([
    { kind: 'ServiceAccount', name: 'bridge-marker', namespace: 'kube-system' },
  ]);
});
