// SPDX-License-Identifier: Apache-2.0
import { ownerAnnotations, platformLabels } from '@strata/contracts';

/** What every part of monitoring is selected by; the operator gives it to its own pods, too. */
export const nameLabel = 'app.kubernetes.io/name';

/** Selects the pods of a workload. */
export function selects(workload: string): Record<string, string> {
  return { [nameLabel]: workload };
}

/** Metadata of an object of monitoring. */
export function metadataOf(environment: string, name: string, namespace?: string) {
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    labels: platformLabels(environment),
    annotations: ownerAnnotations,
  };
}
