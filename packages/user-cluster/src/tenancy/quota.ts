// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { clusterLabels, ownerAnnotations } from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';
import type { ClusterContext } from '../cluster-context.ts';
import { containerDefaults, renderQuota } from './render-quota.ts';

/**
 * Makes the limits of everything in a cluster's namespace. They come before the VMs: a pod that a limit
 * rejects is no error that anybody sees, only a VM that does not start.
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
