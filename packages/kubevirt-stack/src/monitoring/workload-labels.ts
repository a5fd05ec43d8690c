// SPDX-License-Identifier: Apache-2.0
import { ownerAnnotations, platformLabels } from '@strata/contracts';

/**
 * The label that selects every workload of monitoring; the operator sets it on its own pods, too.
 */
export const nameLabel = 'app.kubernetes.io/name';

/** Returns the labels that select the pods of a workload. */
export function selects(workload: string): Record<string, string> {
  return { [nameLabel]: workload };
}

/** Returns the metadata of an object of monitoring. */
export function metadataOf(environment: string, name: string, namespace?: string) {
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    labels: platformLabels(environment),
    annotations: ownerAnnotations,
  };
}
