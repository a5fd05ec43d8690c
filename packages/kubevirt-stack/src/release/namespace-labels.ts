// SPDX-License-Identifier: Apache-2.0
import { podSecurityLabels } from '@strata/manifest-objects/pod-security';
import type { PodSecurityTable } from '@strata/manifest-objects';
import { platformPodSecurity } from './pod-security.ts';

/** Namespaces of the platform. */
export const platformNamespaces: readonly string[] = Object.keys(platformPodSecurity);

/** Returns the labels of Pod Security of a namespace of the platform; other namespaces have none. */
export function podSecurityLabelsOf(namespace: string): Record<string, string> {
  const entry = (platformPodSecurity as PodSecurityTable)[namespace];
  return entry === undefined ? {} : podSecurityLabels(entry.level);
}
