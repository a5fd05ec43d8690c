// SPDX-License-Identifier: Apache-2.0
import { findMinor, kubernetesMinors } from '@strata/user-cluster/kubernetes-minors';

/** Version of Kubernetes of a new cluster, and the message where it cannot be that of the file. */
export interface SupportedVersion {
  /** Without a leading `v`; undefined where it is not supported here. */
  readonly kubernetes?: string;
  readonly lines: readonly string[];
}

/**
 * Returns the version of Kubernetes that an object asks for.
 *
 * @param title - of the object, for messages.
 */
export function supportedVersion(title: string, text: string | undefined): SupportedVersion {
  const asked = text?.replace(/^v/, '');
  if (asked === undefined) return { lines: [] };
  if (findMinor(asked) !== undefined) return { kubernetes: asked, lines: [] };
  const minors = kubernetesMinors.map(({ minor }) => minor).join(' and ');
  return {
    lines: [
      `${title}: Kubernetes ${asked} is not supported, which ${minors} are; look at kubernetes.version`,
    ],
  };
}
