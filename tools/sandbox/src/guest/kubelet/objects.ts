// SPDX-License-Identifier: Apache-2.0

/** The fields of API objects that a kubelet reads. */
export interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
  readonly resourceVersion?: string;
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly { readonly kind: string; readonly name: string }[];
}

export interface ApiObject {
  readonly metadata: Metadata;
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly restartPolicy?: string;
}

export interface Volume {
  readonly name: string;
  readonly hostPath?: { readonly path: string; readonly type?: string };
  readonly persistentVolumeClaim?: { readonly claimName: string };
}

export interface Pod extends ApiObject {
  readonly spec: {
    readonly nodeName?: string;
    readonly hostNetwork?: boolean;
    readonly restartPolicy?: string;
    readonly terminationGracePeriodSeconds?: number;
    readonly priorityClassName?: string;
    readonly containers: readonly Container[];
    readonly initContainers?: readonly Container[];
    readonly volumes?: readonly Volume[];
  };
  readonly status?: {
    readonly phase?: string;
    readonly hostIP?: string;
    readonly podIP?: string;
    readonly startTime?: string;
    readonly conditions?: readonly Condition[];
  };
}

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
  readonly lastHeartbeatTime?: string;
}

export interface Node extends ApiObject {
  readonly spec?: {
    readonly podCIDR?: string;
    readonly providerID?: string;
    readonly taints?: readonly unknown[];
  };
  readonly status?: {
    readonly conditions?: readonly Condition[];
    readonly addresses?: readonly { readonly type: string; readonly address: string }[];
    readonly volumesAttached?: readonly { readonly name: string }[];
  };
}
