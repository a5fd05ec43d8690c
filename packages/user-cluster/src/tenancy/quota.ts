// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels, ownerAnnotations } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';
import { containerDefaults, renderQuota } from './render-quota.ts';

/**
 * Limits of everything in a cluster's namespace. They come before the machines: a pod that a limit
 * keeps away is not an error that anybody sees, but a machine that does not start.
 */
export class Quota extends pulumi.ComponentResource {
  constructor(name: string, args: ClusterContext, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:Quota', name, {}, options);
    if (args.config.quota.enabled) {
      const metadata = {
        name: 'cluster',
        namespace: args.namespace,
        labels: clusterLabels(args.environment, args.cluster),
        annotations: ownerAnnotations,
      };
      const defaults = new core.v1.LimitRange(
        `${name}-defaults`,
        {
          metadata,
          spec: { limits: [{ type: 'Container', defaultRequest: { ...containerDefaults } }] },
        },
        { parent: this },
      );
      new core.v1.ResourceQuota(
        `${name}-limits`,
        { metadata, spec: { hard: renderQuota(args) } },
        { parent: this, dependsOn: defaults },
      );
    }
    this.registerOutputs({});
  }
}
