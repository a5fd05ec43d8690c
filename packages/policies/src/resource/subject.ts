// SPDX-License-Identifier: Apache-2.0
import { at, textOf } from './json.ts';
import type { JsonObject } from './json.ts';
import { clusterKinds } from './kinds.ts';

/** A resource that a policy looks at. */
export interface Subject {
  /** Pulumi's type token, such as `kubernetes:core/v1:Secret`. */
  readonly type: string;
  /** Pulumi's name of the resource. */
  readonly name: string;
  readonly urn: string;
  readonly object: JsonObject;
  /** Whether Pulumi refuses to delete it. */
  readonly isProtected: boolean;
}

/** A resource together with its place in the stack. */
export interface StackSubject extends Subject {
  /** URNs of the resources that Pulumi makes before it. */
  readonly dependencies: readonly string[];
  /** The URN of the component it belongs to. */
  readonly parent?: string | undefined;
}

/** Returns the name of a Kubernetes object; empty if it has none or it is not known. */
export function nameOf(object: JsonObject): string {
  return textOf(at(object, 'metadata', 'name')) ?? '';
}

/** Returns the namespace of a Kubernetes object; undefined if it has none or it is not known. */
export function namespaceOf(object: JsonObject): string | undefined {
  return textOf(at(object, 'metadata', 'namespace'));
}

/** Returns a resource's name in messages: kind, namespace and name, or else Pulumi's name. */
export function titleOf({ type, name, object }: Subject): string {
  const kind = type.split(':').at(-1) ?? type;
  const namespace = clusterKinds.includes(type) ? undefined : namespaceOf(object);
  const own = nameOf(object) || name;
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${own}`;
}
