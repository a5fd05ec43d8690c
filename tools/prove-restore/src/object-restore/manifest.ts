// SPDX-License-Identifier: Apache-2.0
import { objectKey } from '../objects/found-cluster.ts';

/** Reference of an object to one that it belongs to. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** Metadata of an object, as far as it is looked at. */
export interface ManifestMetadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly OwnerReference[];
  readonly deletionTimestamp?: string;
  readonly resourceVersion?: string;
  /** Who has set which field. */
  readonly managedFields?: readonly unknown[];
}

/** An object of Kubernetes with all of its fields. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ManifestMetadata;
  readonly [field: string]: unknown;
}

/** An object that a backup has. */
export interface BackupObject {
  /** `<plural>` or `<plural>.<group>`. */
  readonly label: string;
  readonly manifest: Manifest;
}

/** Returns the group of an object's API; empty for the core. */
export function groupOf({ apiVersion }: Pick<Manifest, 'apiVersion'>): string {
  return apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
}

/** Returns `<Kind>` or `<Kind>.<group>`. */
export function groupKind(object: Pick<Manifest, 'apiVersion' | 'kind'>): string {
  const group = groupOf(object);
  return group === '' ? object.kind : `${object.kind}.${group}`;
}

/** Returns the name of an object with its namespace: `shop/web`, or `web` without one. */
export function pathOf({ metadata }: Pick<Manifest, 'metadata'>): string {
  const { name, namespace } = metadata;
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** Returns how messages name an object: `Service shop/web`. */
export function titleOf(manifest: Manifest): string {
  return `${manifest.kind} ${pathOf(manifest)}`;
}

/** Returns a text that is the same for the same object, whatever the version of its API. */
export function keyOf({ apiVersion, kind, metadata }: Manifest): string {
  const { name, namespace } = metadata;
  return objectKey({ apiVersion, kind, name, ...(namespace !== undefined && { namespace }) });
}

/** Returns a field of an object as an object; empty when it is none. */
export function fieldsOf(manifest: Manifest, field: string): Readonly<Record<string, unknown>> {
  const value = manifest[field];
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, unknown>>) : {};
}
