// SPDX-License-Identifier: Apache-2.0
import type { ApiObject } from '../kubernetes/objects.ts';
import { findKnownImage } from './images.ts';

/** The fields of a Pod that the rack's kubelet reads. */
export interface Pod extends ApiObject {
  readonly spec: PodSpec;
  readonly status?: PodStatus;
}

export interface PodSpec {
  readonly nodeName?: string;
  readonly hostname?: string;
  readonly serviceAccountName?: string;
  readonly restartPolicy?: 'Always' | 'OnFailure' | 'Never';
  readonly terminationGracePeriodSeconds?: number;
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly Volume[];
  /** Conditions set by others that must be true before the pod counts as ready. */
  readonly readinessGates?: readonly { readonly conditionType: string }[];
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly workingDir?: string;
  readonly env?: readonly EnvVar[];
  readonly envFrom?: readonly EnvFromSource[];
  readonly ports?: readonly { readonly name?: string; readonly containerPort: number }[];
  readonly volumeMounts?: readonly VolumeMount[];
  readonly volumeDevices?: readonly { readonly name: string; readonly devicePath: string }[];
  readonly securityContext?: {
    readonly capabilities?: { readonly drop?: readonly string[] };
  };
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  /** For an init container, `Always` makes it a sidecar, which runs as long as the pod. */
  readonly restartPolicy?: string;
  readonly resources?: {
    readonly requests?: Readonly<Record<string, string>>;
    readonly limits?: Readonly<Record<string, string>>;
  };
}

export interface KeyRef {
  readonly name: string;
  readonly key: string;
  readonly optional?: boolean;
}

export interface EnvVar {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly fieldRef?: { readonly fieldPath: string };
    readonly secretKeyRef?: KeyRef;
    readonly configMapKeyRef?: KeyRef;
    readonly resourceFieldRef?: { readonly resource: string };
  };
}

export interface EnvFromSource {
  readonly prefix?: string;
  readonly secretRef?: { readonly name: string; readonly optional?: boolean };
  readonly configMapRef?: { readonly name: string; readonly optional?: boolean };
}

export interface VolumeMount {
  readonly name: string;
  readonly mountPath: string;
  readonly subPath?: string;
  readonly readOnly?: boolean;
}

export interface KeyToPath {
  readonly key: string;
  readonly path: string;
}

export interface SecretSource {
  readonly secretName?: string;
  readonly name?: string;
  readonly optional?: boolean;
  readonly items?: readonly KeyToPath[];
}

export interface ConfigMapSource {
  readonly name: string;
  readonly optional?: boolean;
  readonly items?: readonly KeyToPath[];
}

export interface DownwardSource {
  readonly items?: readonly {
    readonly path: string;
    readonly fieldRef?: { readonly fieldPath: string };
  }[];
}

export interface TokenSource {
  readonly path: string;
  readonly audience?: string;
  readonly expirationSeconds?: number;
}

export interface Volume {
  readonly name: string;
  readonly secret?: SecretSource;
  readonly configMap?: ConfigMapSource;
  readonly downwardAPI?: DownwardSource;
  readonly persistentVolumeClaim?: { readonly claimName: string };
  readonly projected?: {
    readonly sources?: readonly {
      readonly secret?: SecretSource;
      readonly configMap?: ConfigMapSource;
      readonly downwardAPI?: DownwardSource;
      readonly serviceAccountToken?: TokenSource;
    }[];
  };
}

export interface Probe {
  readonly httpGet?: {
    readonly path?: string;
    readonly port: number | string;
    readonly scheme?: 'HTTP' | 'HTTPS';
  };
  readonly tcpSocket?: { readonly port: number | string };
  readonly initialDelaySeconds?: number;
  readonly periodSeconds?: number;
  readonly timeoutSeconds?: number;
  readonly successThreshold?: number;
  readonly failureThreshold?: number;
}

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastProbeTime?: string | null;
  readonly lastTransitionTime?: string;
}

export interface ContainerStatus {
  readonly name: string;
  readonly restartCount: number;
  readonly ready?: boolean;
  readonly state?: unknown;
}

export interface PodStatus {
  readonly phase?: string;
  readonly podIP?: string;
  readonly hostIP?: string;
  readonly startTime?: string;
  readonly conditions?: readonly Condition[];
  readonly containerStatuses?: readonly ContainerStatus[];
}

/** Label of KubeVirt's own pods, and its value on pods that hold a machine. */
export const launcherLabel = { key: 'kubevirt.io', value: 'virt-launcher' } as const;

/**
 * Returns whether the pod holds a virtual machine: its containers live as long as the machine runs.
 */
export function isLauncher({ metadata }: Pod): boolean {
  return metadata.labels?.[launcherLabel.key] === launcherLabel.value;
}

/** Returns whether the rack's kubelet runs this pod; kwok plays all others. */
export function isOfRack(pod: Pod): boolean {
  return isLauncher(pod) || isProcessBacked(pod);
}

/** Returns whether all programs of the pod run as processes. */
export function isProcessBacked(pod: Pod): boolean {
  const containers = [...pod.spec.containers, ...(pod.spec.initContainers ?? [])];
  return containers.every(({ image }) => findKnownImage(image) !== undefined);
}

/**
 * Returns whether an init container is a sidecar, which runs as long as the pod, beside its
 * containers.
 */
export function isSidecar({ restartPolicy }: Container): boolean {
  return restartPolicy === 'Always';
}

/**
 * Returns whether the pod gets a volume as a device. A machine's pod does not: its machine has the
 * volume as a disk, which is played by the guest.
 */
export function hasAsDevice(pod: Pod, volume: string): boolean {
  const { containers, initContainers = [] } = pod.spec;
  const devices = [...containers, ...initContainers].flatMap((one) => one.volumeDevices ?? []);
  return !isLauncher(pod) && devices.some(({ name }) => name === volume);
}

/** Returns whether the pod has ended and will not be started again. */
export function isFinished(pod: Pod): boolean {
  return pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
}

/** Returns the value of a field that the downward API offers. */
export function downwardField(pod: Pod, fieldPath: string): string {
  const { metadata, spec, status } = pod;
  const keyed = /^metadata\.(labels|annotations)\['(.+)'\]$/.exec(fieldPath);
  if (keyed?.[1] !== undefined && keyed[2] !== undefined) {
    return metadata[keyed[1] as 'labels' | 'annotations']?.[keyed[2]] ?? '';
  }
  const fields: Readonly<Record<string, string | undefined>> = {
    'metadata.name': metadata.name,
    'metadata.namespace': metadata.namespace,
    'metadata.uid': metadata.uid,
    'spec.nodeName': spec.nodeName,
    'spec.serviceAccountName': spec.serviceAccountName,
    'status.podIP': status?.podIP,
    'status.hostIP': status?.hostIP,
    'metadata.labels': renderMap(metadata.labels),
    'metadata.annotations': renderMap(metadata.annotations),
  };
  return fields[fieldPath] ?? '';
}

function renderMap(map: Readonly<Record<string, string>> = {}): string {
  return Object.entries(map)
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .join('\n');
}
