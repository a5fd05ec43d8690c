// SPDX-License-Identifier: Apache-2.0
import { networking } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { clusterLabels, ownerAnnotations } from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';
import { renderIsolation } from './render-isolation.ts';
import type { IsolationContext } from './render-isolation.ts';

/**
 * Denies all traffic of a cluster's namespace in both directions by default, and allows what must be
 * allowed nevertheless. This covers the pod network alone, and no further interface of a VM.
 */
export function isolate(
  name: string,
  args: IsolationContext,
  options: pulumi.CustomResourceOptions = {},
): void {
  const aliases = [formerComponent('user-cluster:Isolation', name, options.parent)];
  for (const [policy, spec] of Object.entries(renderIsolation(args))) {
    new networking.v1.NetworkPolicy(
      `${name}-${policy}`,
      {
        metadata: {
          name: policy,
          namespace: args.namespace,
          labels: clusterLabels(args.environment, args.cluster),
          annotations: ownerAnnotations,
        },
        spec,
      },
      { ...options, aliases },
    );
  }
}
