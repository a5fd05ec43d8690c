// SPDX-License-Identifier: Apache-2.0
// Fields of Kubernetes objects that are read; all others stay where they are.

interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Condition in the status of an object. */
export interface ApiCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly lastTransitionTime?: string;
}

/** List of objects; undefined for a kind that the cluster does not have. */
export type List<T> = { readonly items?: readonly T[] } | undefined;

/** Node. */
export interface ApiNode {
  readonly metadata: Metadata;
  readonly spec?: { readonly unschedulable?: boolean };
  readonly status?: {
    readonly conditions?: readonly ApiCondition[];
    readonly nodeInfo?: { readonly kubeletVersion?: string };
  };
}

/** VirtualMachine. */
export interface ApiMachine {
  readonly metadata: Metadata;
  readonly status?: {
    readonly printableStatus?: string;
    readonly ready?: boolean;
    readonly conditions?: readonly ApiCondition[];
  };
}

/** VirtualMachineInstance. */
export interface ApiInstance {
  readonly metadata: Metadata;
  readonly status?: { readonly nodeName?: string };
}

/** Service. */
export interface ApiService {
  readonly metadata: Metadata;
  readonly status?: {
    readonly loadBalancer?: { readonly ingress?: readonly { readonly ip?: string }[] };
  };
}

/** CronJob. */
export interface ApiCronJob {
  readonly metadata: Metadata;
  readonly spec?: { readonly suspend?: boolean };
  readonly status?: { readonly lastScheduleTime?: string; readonly lastSuccessfulTime?: string };
}

/** KubeVirt or CDI object. */
export interface ApiOperator {
  readonly status?: {
    readonly observedKubeVirtVersion?: string;
    readonly observedVersion?: string;
  };
}
