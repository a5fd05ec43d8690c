// SPDX-License-Identifier: Apache-2.0
import { networking } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { clusterLabels, formerComponent, ownerAnnotations } from '@strata/contracts';
import { renderIsolation } from './render-isolation.ts';
import type { IsolationContext } from './render-isolation.ts';

/**
 * Default deny in both directions for everything in a cluster's namespace, and what must be allowed
 * all the same. It covers the pod network alone; no further interface of a machine.
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
