// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { recordProgram } from '@strata/testing';
import { createBridgeMarker } from './bridge-marker.ts';

const image = 'quay.io/kubevirt/bridge-marker:0.13.0';

const labels = {
  'app.kubernetes.io/managed-by': 'strata',
  'strata.dev/environment': 'sandbox',
};
const annotations = { 'pulumi.com/patchFieldManager': 'strata' };
const metadata = { name: 'bridge-marker', namespace: 'kube-system', labels, annotations };
const selected = { 'app.kubernetes.io/name': 'bridge-marker' };
const httpGet = { path: '/healthz', port: 'healthport' };

const record = async () => {
  const { resources } = await recordProgram(() => {
    const parent = new pulumi.ComponentResource('test:index:Platform', 'platform');
    createBridgeMarker('bridges', { environment: 'sandbox', image }, parent);
  });
  return resources.filter(({ custom }) => custom);
};

// Proves: networks.bridge-marker
test("runs on every host, on the host's network, with all taints tolerated", async () => {
  const [, , agent] = await record();
  expect(agent).toMatchObject({
    name: 'bridges-agent',
    parent: 'platform',
    dependsOn: ['bridges-account', 'bridges-binding'],
  });
  expect(agent?.inputs).toEqual({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata,
    spec: {
      selector: { matchLabels: selected },
      updateStrategy: { rollingUpdate: { maxUnavailable: '10%' } },
      template: {
        metadata: { labels: { ...labels, ...selected } },
        spec: {
          serviceAccountName: 'bridge-marker',
          hostNetwork: true,
          nodeSelector: { 'kubernetes.io/os': 'linux' },
          tolerations: [{ operator: 'Exists' }],
          priorityClassName: 'system-node-critical',
          securityContext: {
            runAsNonRoot: true,
            runAsUser: 65534,
            runAsGroup: 65534,
            fsGroup: 65534,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          containers: [
            {
              name: 'bridge-marker',
              image,
              args: ['-node-name', '$(NODE_NAME)', '-logtostderr'],
              env: [{ name: 'NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }],
              ports: [{ name: 'healthport', containerPort: 8081, hostPort: 8081 }],
              resources: {
                requests: { cpu: '10m', memory: '15Mi' },
                limits: { memory: '128Mi' },
              },
              securityContext: {
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ['ALL'] },
              },
              readinessProbe: { httpGet, initialDelaySeconds: 5, periodSeconds: 10 },
              livenessProbe: { httpGet, initialDelaySeconds: 10, periodSeconds: 20 },
            },
          ],
        },
      },
    },
  });
});

test('may only read nodes and report their resources', async () => {
  const [account, binding] = await record();
  expect(account).toMatchObject({
    name: 'bridges-account',
    inputs: { metadata },
    parent: 'platform',
  });
  expect(binding).toMatchObject({ name: 'bridges-binding', parent: 'platform' });
  expect(binding?.inputs).toEqual({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'strata-bridge-marker', labels, annotations },
    roleRef: {
      apiGroup: 'rbac.authorization.k8s.io',
      kind: 'ClusterRole',
      name: 'system:node-problem-detector',
    },
    subjects: [{ kind: 'ServiceAccount', name: 'bridge-marker', namespace: 'kube-system' }],
  });
});
