// SPDX-License-Identifier: Apache-2.0
import { byFormerParent, named, recordProgram } from '@strata/testing';
import { testContext } from '../test-context.ts';
import { createStorageController } from './index.ts';
import { renderControllerPod } from './render-controller-pod.ts';

const pod = renderControllerPod({
  platform: { release: 'v1.8' },
  configMap: 'driver-config',
  features: { expansion: true, snapshots: true },
});

const socket = { name: 'socket', mountPath: '/csi' };
const tenant = { name: 'tenant', mountPath: '/etc/tenant', readOnly: true };
const containers = pod.containers as readonly {
  readonly name: string;
  readonly resources: object;
  readonly securityContext: object;
  readonly volumeMounts: readonly object[];
}[];

test('the driver learns its namespace, its labels and its classes from the ConfigMap, and tells that it works', () => {
  const setting = (name: string, key: string) => ({
    name,
    valueFrom: { configMapKeyRef: { name: 'driver-config', key } },
  });
  expect(containers[0]).toMatchObject({
    name: 'csi-driver',
    env: [
      setting('INFRACLUSTER_NAMESPACE', 'infraClusterNamespace'),
      setting('INFRACLUSTER_LABELS', 'infraClusterLabels'),
      setting('INFRA_STORAGE_CLASS_ENFORCEMENT', 'infraStorageClassEnforcement'),
    ],
    ports: [{ name: 'healthz', containerPort: 10301 }],
    livenessProbe: {
      httpGet: { path: '/healthz', port: 10301 },
      initialDelaySeconds: 20,
      timeoutSeconds: 3,
      periodSeconds: 20,
      failureThreshold: 5,
    },
  });
});

test('each container has the folders that it needs, and no right on its host', () => {
  const mounts = containers.map(({ name, volumeMounts }) => [name, volumeMounts]);
  expect(Object.fromEntries(mounts)).toEqual({
    'csi-driver': [socket, tenant],
    'csi-provisioner': [socket, tenant],
    'csi-attacher': [socket, tenant],
    'csi-resizer': [socket, tenant],
    'csi-snapshotter': [socket, tenant],
    'snapshot-controller': [tenant],
    'csi-liveness-probe': [socket],
  });
  expect(pod.volumes).toEqual([{ name: 'socket', emptyDir: {} }]);
  for (const { resources, securityContext } of containers) {
    expect(resources).toEqual({
      requests: { cpu: '10m', memory: '32Mi' },
      limits: { memory: '256Mi' },
    });
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  }
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65_534 });
});

test('its objects have the names that upstream gives them', async () => {
  const recording = await recordProgram(() =>
    createStorageController('csi', { ...testContext(), tenantKubeconfig: 'hush' }),
  );
  const nameOf = (resource: string) =>
    (named(recording, resource).inputs.metadata as { readonly name: string }).name;
  expect(nameOf('csi-infra-deployment')).toBe('csi-controller');
  expect(nameOf('csi-infra-account')).toBe('kubevirt-csi');
  expect(nameOf('csi-infra-config')).toBe('driver-config');
  expect(Object.keys(byFormerParent(recording))).toContain(
    'strata:user-cluster:StorageController$strata:user-cluster:InfraController::csi-infra',
  );
});
