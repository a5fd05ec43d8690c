// SPDX-License-Identifier: Apache-2.0
import { networking } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels, ownerAnnotations } from '@strata/contracts';
import { renderIsolation } from './render-isolation.ts';
import type { IsolationContext } from './render-isolation.ts';

/** Arguments of {@link Isolation}. */
export type IsolationArgs = IsolationContext;

/**
 * Default deny in both directions for everything in a cluster's namespace, and what must be allowed
 * all the same. It covers the pod network alone; no further interface of a machine.
 */
export class Isolation extends pulumi.ComponentResource {
  constructor(name: string, args: IsolationArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:Isolation', name, {}, options);
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
        { parent: this },
      );
    }
    this.registerOutputs({});
  }
}
