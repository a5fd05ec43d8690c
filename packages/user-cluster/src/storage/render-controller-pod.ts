// SPDX-License-Identifier: Apache-2.0
import type { types } from '@pulumi/kubernetes';
import type { TenantImage } from '@strata/contracts';
import {
  restrictedContainer,
  restrictedPod,
  tenantImage,
  tenantKubeconfig,
  tenantVolume,
} from '../cloud/index.ts';
import type { ImageSource } from '../cloud/index.ts';
import type { StorageFeatures } from './storage-rights.ts';

type Container = types.input.core.v1.Container;

/** Input of the controller's pod. */
export interface ControllerPodArgs {
  readonly platform: ImageSource;
  readonly configMap: string;
  readonly features: StorageFeatures;
}

const socket = { name: 'socket', mountPath: '/csi' };
const socketPath = `${socket.mountPath}/csi.sock`;
const healthPort = 10301;

/**
 * Timeout of sidecars: the driver itself takes two minutes at most; a sidecar that gives up earlier asks
 * again in vain.
 */
const patience = '--timeout=3m';

const sidecarFlags = [`--csi-address=${socketPath}`, `--kubeconfig=${tenantKubeconfig}`, patience];

/**
 * Turns off group snapshots, which need custom resource definitions and rights that are not given. They
 * are on by default in the snapshot containers since 8.7, which would look for the definitions for half
 * a minute before they begin.
 */
const withoutGroups = '--feature-gates=CSIVolumeGroupSnapshot=false';

/**
 * Sidecars: each watches one kind of object in the user cluster and calls the driver.
 *
 * @see https://kubernetes-csi.github.io/docs/sidecar-containers.html
 */
const sidecars: readonly {
  readonly image: TenantImage;
  readonly flags: readonly string[];
  /** Feature of the cluster that needs the sidecar. @default always */
  readonly feature?: keyof StorageFeatures;
}[] = [
  { image: 'csi-provisioner', flags: ['--default-fstype=ext4', '--retry-interval-max=1m'] },
  { image: 'csi-attacher', flags: ['--retry-interval-max=1m'] },
  {
    image: 'csi-resizer',
    // Volumes grow while they are in use; to ask which pods use them, it would need the right to read
    // all pods.
    flags: ['--handle-volume-inuse-error=false'],
    feature: 'expansion',
  },
  { image: 'csi-snapshotter', flags: [withoutGroups], feature: 'snapshots' },
];

const resources = { requests: { cpu: '10m', memory: '32Mi' }, limits: { memory: '256Mi' } };

/** Renders a variable with the value of a key of the driver's ConfigMap. */
function setting(name: string, configMap: string, key: string) {
  return { name, valueFrom: { configMapKeyRef: { name: configMap, key } } };
}

function driver({ platform, configMap }: ControllerPodArgs): Container {
  return {
    name: 'csi-driver',
    image: tenantImage(platform, 'csi-driver'),
    args: [
      `--endpoint=unix://${socketPath}`,
      '--infra-cluster-namespace=$(INFRACLUSTER_NAMESPACE)',
      '--infra-cluster-labels=$(INFRACLUSTER_LABELS)',
      `--tenant-cluster-kubeconfig=${tenantKubeconfig}`,
      '--run-node-service=false',
      '--run-controller-service=true',
    ],
    env: [
      setting('INFRACLUSTER_NAMESPACE', configMap, 'infraClusterNamespace'),
      setting('INFRACLUSTER_LABELS', configMap, 'infraClusterLabels'),
      setting('INFRA_STORAGE_CLASS_ENFORCEMENT', configMap, 'infraStorageClassEnforcement'),
    ],
    ports: [{ name: 'healthz', containerPort: healthPort }],
    livenessProbe: {
      httpGet: { path: '/healthz', port: healthPort },
      initialDelaySeconds: 20,
      timeoutSeconds: 3,
      periodSeconds: 20,
      failureThreshold: 5,
    },
    resources,
    securityContext: restrictedContainer,
    volumeMounts: [socket, tenantVolume],
  };
}

function livenessProbe({ platform }: ControllerPodArgs): Container {
  return {
    name: 'csi-liveness-probe',
    image: tenantImage(platform, 'csi-liveness-probe'),
    args: [`--csi-address=${socketPath}`, '--probe-timeout=3s', `--health-port=${healthPort}`],
    resources,
    securityContext: restrictedContainer,
    volumeMounts: [socket],
  };
}

/**
 * Renders the controller that makes snapshots in the user cluster from its users' VolumeSnapshots. It
 * belongs to no driver, and elsewhere runs on nodes; here it needs no node of the user cluster, and no
 * account inside. There is only one, so it needs no leader election.
 *
 * @see https://kubernetes-csi.github.io/docs/snapshot-controller.html
 */
function snapshotController({ platform }: ControllerPodArgs): Container {
  return {
    name: 'snapshot-controller',
    image: tenantImage(platform, 'snapshot-controller'),
    args: [`--kubeconfig=${tenantKubeconfig}`, '--leader-election=false', withoutGroups],
    resources,
    securityContext: restrictedContainer,
    volumeMounts: [tenantVolume],
  };
}

/** Renders the pod of the driver's controller with its sidecars, all of which use one socket. */
export function renderControllerPod(args: ControllerPodArgs): types.input.core.v1.PodSpec {
  const { platform, features } = args;
  return {
    securityContext: restrictedPod,
    containers: [
      driver(args),
      ...sidecars
        .filter(({ feature }) => feature === undefined || features[feature])
        .map(({ image, flags }) => ({
          name: image,
          image: tenantImage(platform, image),
          args: [...sidecarFlags, ...flags],
          resources,
          securityContext: restrictedContainer,
          volumeMounts: [socket, tenantVolume],
        })),
      ...(features.snapshots ? [snapshotController(args)] : []),
      livenessProbe(args),
    ],
    volumes: [{ name: socket.name, emptyDir: {} }],
  };
}
