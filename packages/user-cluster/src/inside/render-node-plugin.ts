// SPDX-License-Identifier: Apache-2.0
import type { types } from '@pulumi/kubernetes';
import { tenantImage } from '../cloud/index.ts';
import type { ImageSource } from '../cloud/index.ts';
import { driverName } from '../storage/index.ts';

type Container = types.input.core.v1.Container;

const kubelet = '/var/lib/kubelet';
const plugin = { name: 'plugin', mountPath: '/csi' };
const socketPath = `${plugin.mountPath}/csi.sock`;
const healthPort = 10300;

/** Sidecars write into the kubelet's folders, which belong to root, and need nothing else. */
const sidecarSecurity = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

function resources(cpu: string, memory: string) {
  return { requests: { cpu, memory }, limits: { memory: '128Mi' } };
}

/**
 * Renders the driver. It finds its VM by the node's `spec.providerID` and the node's annotation
 * `cluster.x-k8s.io/cluster-namespace`, which the VM itself writes and keeps there. Until both exist,
 * the driver exits at once and is restarted.
 */
function driver(platform: ImageSource): Container {
  return {
    name: 'csi-driver',
    image: tenantImage(platform, 'csi-driver'),
    args: [
      `--endpoint=unix://${socketPath}`,
      '--node-name=$(KUBE_NODE_NAME)',
      '--run-node-service=true',
      '--run-controller-service=false',
    ],
    env: [{ name: 'KUBE_NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }],
    ports: [{ name: 'healthz', containerPort: healthPort }],
    livenessProbe: {
      httpGet: { path: '/healthz', port: healthPort },
      initialDelaySeconds: 10,
      timeoutSeconds: 3,
      periodSeconds: 10,
      failureThreshold: 5,
    },
    resources: resources('10m', '50Mi'),
    // The kubelet and pods must see what it mounts (Bidirectional).
    securityContext: { privileged: true },
    volumeMounts: [
      { name: 'kubelet', mountPath: kubelet, mountPropagation: 'Bidirectional' },
      plugin,
      { name: 'devices', mountPath: '/dev' },
      { name: 'udev', mountPath: '/run/udev' },
    ],
  };
}

function registrar(platform: ImageSource): Container {
  return {
    name: 'csi-node-driver-registrar',
    image: tenantImage(platform, 'csi-node-driver-registrar'),
    args: [
      `--csi-address=${socketPath}`,
      `--kubelet-registration-path=${kubelet}/plugins/${driverName}/csi.sock`,
    ],
    resources: resources('5m', '20Mi'),
    securityContext: sidecarSecurity,
    volumeMounts: [plugin, { name: 'registration', mountPath: '/registration' }],
  };
}

function livenessProbe(platform: ImageSource): Container {
  return {
    name: 'csi-liveness-probe',
    image: tenantImage(platform, 'csi-liveness-probe'),
    args: [`--csi-address=${socketPath}`, '--probe-timeout=3s', `--health-port=${healthPort}`],
    resources: resources('5m', '20Mi'),
    securityContext: sidecarSecurity,
    volumeMounts: [plugin],
  };
}

function hostPath(name: string, path: string, type: 'Directory' | 'DirectoryOrCreate') {
  return { name, hostPath: { path, type } };
}

/**
 * Renders the part of the CSI driver that runs on every node: it formats and mounts the disks that have
 * been plugged into the VM.
 *
 * @see https://github.com/kubevirt/csi-driver/blob/main/deploy/tenant/base/deploy.yaml
 */
export function renderNodePlugin(
  platform: ImageSource,
  serviceAccountName: string,
): types.input.core.v1.PodSpec {
  return {
    serviceAccountName,
    priorityClassName: 'system-node-critical',
    // Volumes must not wait for the pod network, which the cluster's owner may bring later.
    hostNetwork: true,
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    // Pods with volumes may be on any node, and must be unmounted from a node that is drained.
    tolerations: [{ operator: 'Exists' }],
    containers: [driver(platform), registrar(platform), livenessProbe(platform)],
    volumes: [
      hostPath('kubelet', kubelet, 'Directory'),
      hostPath(plugin.name, `${kubelet}/plugins/${driverName}`, 'DirectoryOrCreate'),
      hostPath('registration', `${kubelet}/plugins_registry`, 'Directory'),
      hostPath('devices', '/dev', 'Directory'),
      hostPath('udev', '/run/udev', 'Directory'),
    ],
  };
}
