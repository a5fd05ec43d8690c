// SPDX-License-Identifier: Apache-2.0
import { renderNodePlugin } from './render-node-plugin.ts';

const harmless = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};
const resources = (cpu: string, memory: string) => ({
  requests: { cpu, memory },
  limits: { memory: '128Mi' },
});
const plugin = { name: 'plugin', mountPath: '/csi' };
const pod = renderNodePlugin({ release: 'v1.8' }, 'kubevirt-csi-node');

// Proves: volumes.claims
test('the driver of volumes runs on every node, before there is a pod network', () => {
  expect({ ...pod, containers: [], volumes: [] }).toEqual({
    serviceAccountName: 'kubevirt-csi-node',
    priorityClassName: 'system-node-critical',
    hostNetwork: true,
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    tolerations: [{ operator: 'Exists' }],
    containers: [],
    volumes: [],
  });
});

// Proves: volumes.claims
test('the driver finds its node by name, and the kubelet sees what it mounts', () => {
  expect(pod.containers).toEqual([
    {
      name: 'csi-driver',
      image: 'quay.io/kubermatic/kubevirt-csi-driver:v0.4.5',
      args: [
        '--endpoint=unix:///csi/csi.sock',
        '--node-name=$(KUBE_NODE_NAME)',
        '--run-node-service=true',
        '--run-controller-service=false',
      ],
      env: [{ name: 'KUBE_NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }],
      ports: [{ name: 'healthz', containerPort: 10300 }],
      livenessProbe: {
        httpGet: { path: '/healthz', port: 10300 },
        initialDelaySeconds: 10,
        timeoutSeconds: 3,
        periodSeconds: 10,
        failureThreshold: 5,
      },
      resources: resources('10m', '50Mi'),
      securityContext: { privileged: true },
      volumeMounts: [
        { name: 'kubelet', mountPath: '/var/lib/kubelet', mountPropagation: 'Bidirectional' },
        plugin,
        { name: 'devices', mountPath: '/dev' },
        { name: 'udev', mountPath: '/run/udev' },
      ],
    },
    {
      name: 'csi-node-driver-registrar',
      image: expect.stringContaining('node-driver-registrar') as string,
      args: [
        '--csi-address=/csi/csi.sock',
        '--kubelet-registration-path=/var/lib/kubelet/plugins/csi.kubevirt.io/csi.sock',
      ],
      resources: resources('5m', '20Mi'),
      securityContext: harmless,
      volumeMounts: [plugin, { name: 'registration', mountPath: '/registration' }],
    },
    {
      name: 'csi-liveness-probe',
      image: expect.stringContaining('livenessprobe') as string,
      args: ['--csi-address=/csi/csi.sock', '--probe-timeout=3s', '--health-port=10300'],
      resources: resources('5m', '20Mi'),
      securityContext: harmless,
      volumeMounts: [plugin],
    },
  ]);
});

test('the kubelet finds the socket of the driver in the folder that both see', () => {
  expect(pod.volumes).toEqual([
    { name: 'kubelet', hostPath: { path: '/var/lib/kubelet', type: 'Directory' } },
    {
      name: 'plugin',
      hostPath: {
        path: '/var/lib/kubelet/plugins/csi.kubevirt.io',
        type: 'DirectoryOrCreate',
      },
    },
    {
      name: 'registration',
      hostPath: { path: '/var/lib/kubelet/plugins_registry', type: 'Directory' },
    },
    { name: 'devices', hostPath: { path: '/dev', type: 'Directory' } },
    { name: 'udev', hostPath: { path: '/run/udev', type: 'Directory' } },
  ]);
});
