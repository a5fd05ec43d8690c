// SPDX-License-Identifier: Apache-2.0

/** Any Kubernetes object of a manifest. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

/** Returns a name for messages, such as `Deployment cdi/cdi-operator`. */
export function titleOf({ kind, metadata }: KubernetesObject): string {
  return `${kind} ${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`;
}
