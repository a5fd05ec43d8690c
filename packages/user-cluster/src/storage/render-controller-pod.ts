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

/** What the pod follows from. */
export interface ControllerPodArgs {
  readonly platform: ImageSource;
  readonly configMap: string;
  readonly features: StorageFeatures;
}

const socket = { name: 'socket', mountPath: '/csi' };
const socketPath = `${socket.mountPath}/csi.sock`;
const healthPort = 10301;

/** The driver itself takes two minutes at most; a sidecar that gives up earlier asks again in vain. */
const patience = '--timeout=3m';

const sidecarFlags = [`--csi-address=${socketPath}`, `--kubeconfig=${tenantKubeconfig}`, patience];

/**
 * Snapshots of groups, which need kinds and rights that are not given. On by default in what belongs
 * to snapshots since 8.7: it would look for the kinds for half a minute before it begins.
 */
const withoutGroups = '--feature-gates=CSIVolumeGroupSnapshot=false';

/**
 * The sidecars: each watches one kind of object in the user cluster and asks the driver.
 *
 * @see https://kubernetes-csi.github.io/docs/sidecar-containers.html
 */
const sidecars: readonly {
  readonly image: TenantImage;
  readonly flags: readonly string[];
  /** @default always */
  readonly feature?: keyof StorageFeatures;
}[] = [
  { image: 'csi-provisioner', flags: ['--default-fstype=ext4', '--retry-interval-max=1m'] },
  { image: 'csi-attacher', flags: ['--retry-interval-max=1m'] },
  {
    image: 'csi-resizer',
    // Volumes grow while they are in use; asking for pods would need the right to read all of them.
    flags: ['--handle-volume-inuse-error=false'],
    feature: 'expansion',
  },
  { image: 'csi-snapshotter', flags: [withoutGroups], feature: 'snapshots' },
];

const resources = { requests: { cpu: '10m', memory: '32Mi' }, limits: { memory: '256Mi' } };

/** The value of a key of the driver's ConfigMap. */
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
 * What makes snapshots of the user cluster out of what its users ask for. It belongs to no driver,
 * and elsewhere runs on nodes; here it needs none of theirs, and no account inside. There is only
 * one, so it elects nobody.
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

/** The pod of the driver's controller with its sidecars, all of those on one socket. */
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
