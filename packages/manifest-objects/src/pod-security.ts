// SPDX-License-Identifier: Apache-2.0
import type { KubernetesObject } from '@strata/manifests';

/** A Pod Security level. @see https://kubernetes.io/docs/concepts/security/pod-security-standards/ */
export type PodSecurityLevel = 'privileged' | 'baseline' | 'restricted';

/** Level of each namespace, and the reason when it is not `restricted`. */
export type PodSecurityTable = Readonly<
  Record<string, { readonly level: PodSecurityLevel; readonly reason: string }>
>;

/** Modes in which Pod Security handles a violation of the level: refuse, write to the audit log, warn. */
const modes = ['enforce', 'audit', 'warn'] as const;

/** Returns the labels of a namespace with a level. */
export function podSecurityLabels(level: PodSecurityLevel): Record<string, string> {
  return Object.fromEntries(modes.map((mode) => [`pod-security.kubernetes.io/${mode}`, level]));
}

/** Returns the object, with the labels of its level if it is a Namespace of the table. */
export function withPodSecurity(
  object: KubernetesObject,
  table: PodSecurityTable,
): KubernetesObject {
  const { kind, metadata } = object;
  const entry = kind === 'Namespace' ? table[metadata.name] : undefined;
  if (entry === undefined) return object;
  const labels = { ...metadata.labels, ...podSecurityLabels(entry.level) };
  return { ...object, metadata: { ...metadata, labels } };
}
