// SPDX-License-Identifier: Apache-2.0
import { labelKeys } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';

/**
 * Seconds between two polls of a load balancer that has no address yet, and until the controller gives
 * up.
 */
const polling = { creationPollInterval: 5, creationPollTimeout: 300 };

/**
 * Renders the controller's configuration file. The controller reads YAML, and all JSON is YAML.
 *
 * The file names no `kubeconfig`: the infra cluster is then the one that the controller runs in, with
 * the rights of its ServiceAccount.
 *
 * @see https://github.com/kubevirt/cloud-provider-kubevirt/blob/v0.6.0/pkg/provider/cloud.go
 */
export function renderCloudConfig({
  environment,
  cluster,
  namespace,
  config: { cloud },
}: Pick<ClusterContext, 'environment' | 'cluster' | 'namespace' | 'config'>): string {
  const file = {
    namespace,
    // Labels of every Service that it makes; it adds the cluster's name itself.
    infraLabels: { [labelKeys.partOf]: cluster, [labelKeys.environment]: environment },
    loadBalancer: {
      enabled: cloud.loadBalancers,
      ...polling,
      // One of the two alone leaves Services without endpoints, or with those of two sources.
      ...(cloud.selectorless && { selectorless: true, enableEPSController: true }),
    },
    instancesV2: { enabled: true, zoneAndRegionEnabled: cloud.zones },
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}
