// SPDX-License-Identifier: Apache-2.0

/** An object that a backup has. */
export interface FoundObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** An object that was listed, by which a change of it is known. */
export interface ListedVersion {
  /** `<plural>` or `<plural>.<group>`. */
  readonly kind: string;
  readonly uid: string;
  /** Revision of etcd at which it was last written. */
  readonly revision: number;
}

/** Content of a restored backup, as its API server reports it. */
export interface FoundCluster {
  /** Number of objects by kind, `<plural>` or `<plural>.<group>`, without empty kinds. */
  readonly counts: Readonly<Record<string, number>>;
  /** Kinds that cannot be listed, with the reason. */
  readonly unreadable: readonly { readonly kind: string; readonly why: string }[];
  /** Groups whose API another server has, which a backup of etcd does not. */
  readonly elsewhere: readonly string[];
  readonly nodes: readonly string[];
  /** All objects, by the keys that {@link objectKey} returns. */
  readonly keys: ReadonlyMap<string, ListedVersion>;
  /** Last time at which anything was written, as the objects themselves say; RFC 3339. */
  readonly newest?: string;
  /** Certificate of the cluster's authority as pods get it; undefined when there is none. */
  readonly authorityPem?: string;
}

/** Returns a text that is the same for the same object, whatever the version of its API. */
export function objectKey({ apiVersion, kind, name, namespace = '' }: FoundObject): string {
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
  return [group, kind, namespace, name].join('/');
}
