// SPDX-License-Identifier: Apache-2.0
import { at, textOf } from './json.ts';
import type { JsonObject } from './json.ts';
import { clusterKinds } from './kinds.ts';

/** A resource that a policy looks at. */
export interface Subject {
  /** Pulumi's type token, such as `kubernetes:core/v1:Secret`. */
  readonly type: string;
  /** Pulumi's name of it. */
  readonly name: string;
  readonly urn: string;
  readonly object: JsonObject;
  /** Whether Pulumi refuses to delete it. */
  readonly isProtected: boolean;
}

/** A subject among all of its stack. */
export interface StackSubject extends Subject {
  /** What Pulumi makes before it: URNs. */
  readonly dependencies: readonly string[];
  /** The URN of the component it belongs to. */
  readonly parent?: string | undefined;
}

/** The name of an object of Kubernetes; empty if it has none that is known. */
export function nameOf(object: JsonObject): string {
  return textOf(at(object, 'metadata', 'name')) ?? '';
}

/** The namespace of an object of Kubernetes; undefined if it has none that is known. */
export function namespaceOf(object: JsonObject): string | undefined {
  return textOf(at(object, 'metadata', 'namespace'));
}

/** How messages name a subject: kind, namespace and name, or what Pulumi calls it. */
export function titleOf({ type, name, object }: Subject): string {
  const kind = type.split(':').at(-1) ?? type;
  const namespace = clusterKinds.includes(type) ? undefined : namespaceOf(object);
  const own = nameOf(object) || name;
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${own}`;
}
