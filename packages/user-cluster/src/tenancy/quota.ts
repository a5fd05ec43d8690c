// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { clusterLabels, formerComponent, ownerAnnotations } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';
import { containerDefaults, renderQuota } from './render-quota.ts';

/**
 * Limits of everything in a cluster's namespace. They come before the machines: a pod that a limit
 * keeps away is not an error that anybody sees, but a machine that does not start.
 */
export function createQuota(
  name: string,
  args: ClusterContext,
  options: pulumi.CustomResourceOptions = {},
): void {
  if (!args.config.quota.enabled) return;
  const aliases = [formerComponent('user-cluster:Quota', name, options.parent)];
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
    { ...options, aliases },
  );
  new core.v1.ResourceQuota(
    `${name}-limits`,
    { metadata, spec: { hard: renderQuota(args) } },
    { ...options, aliases, dependsOn: defaults },
  );
}
