// SPDX-License-Identifier: Apache-2.0
import type { apps, types } from '@pulumi/kubernetes';
import { metadataOf, selects } from './workload-labels.ts';

/** Environment and namespace of an exporter. */
export interface ExporterPlace {
  readonly environment: string;
  readonly namespace: string;
}

/**
 * Returns the Deployment of an exporter: one pod with Strata's labels.
 *
 * @param workload - its name, which is also the pod's selector.
 */
export function exporterDeployment(
  { environment, namespace }: ExporterPlace,
  workload: string,
  pod: types.input.core.v1.PodSpec,
): apps.v1.DeploymentArgs {
  const metadata = metadataOf(environment, workload, namespace);
  return {
    metadata,
    spec: {
      replicas: 1,
      selector: { matchLabels: selects(workload) },
      template: {
        metadata: { labels: { ...metadata.labels, ...selects(workload) } },
        spec: pod,
      },
    },
  };
}
