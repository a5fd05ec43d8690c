// SPDX-License-Identifier: Apache-2.0

/** Metadata as the API server sends it, as far as the stand-ins read or write it. */
export interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
  readonly resourceVersion?: string;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly {
    readonly kind: string;
    readonly name: string;
    readonly uid: string;
  }[];
}

/** Any object as the API server sends it. */
export interface KubeObject {
  readonly metadata: Metadata;
}

/** What an event or an owner reference says of the object that it is about. */
export interface Reference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
}

/** Name of an object among those of its kind: `namespace/name`, or the name of a cluster-wide one. */
export function keyOf({ metadata }: KubeObject): string {
  return metadata.namespace === undefined
    ? metadata.name
    : `${metadata.namespace}/${metadata.name}`;
}

/** A reference to an object of a core kind. */
export function referenceTo(kind: string, { metadata }: KubeObject): Reference {
  const { name, namespace, uid } = metadata;
  return { apiVersion: 'v1', kind, name, ...(namespace !== undefined && { namespace }), uid };
}
