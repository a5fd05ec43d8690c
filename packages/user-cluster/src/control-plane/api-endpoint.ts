// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { annotationKeys, clusterLabels, labelKeys, waitingFor } from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';
import { endpointPool } from '../addresses/index.ts';
import type { ClusterContext } from '../cluster-context.ts';
import { apiPort } from '../machines/index.ts';
import { lastingValues } from '../update/index.ts';

/**
 * Makes the Service that holds the address of the cluster's API before there is an API: the address is
 * in certificates and kubeconfigs, so it is chosen once and never changes. The Service is done once it
 * has its address, though nothing answers there yet.
 *
 * @see https://metallb.io/usage/#requesting-specific-ips
 */
export function createApiEndpoint(
  name: string,
  args: ClusterContext,
  options: pulumi.CustomResourceOptions = {},
): core.v1.Service {
  const { environment, cluster, namespace, config } = args;
  const { address } = config.controlPlane.endpoint;
  const pool = endpointPool(args);
  return new core.v1.Service(
    `${name}-service`,
    {
      metadata: {
        name: 'api',
        namespace,
        labels: clusterLabels(environment, cluster),
        annotations: {
          ...waitingFor(`jsonpath={.status.loadBalancer.ingress[0].ip}=${address}`),
          'metallb.io/loadBalancerIPs': address,
          ...(pool !== undefined && { 'metallb.io/address-pool': pool }),
          [annotationKeys.lasting]: JSON.stringify(lastingValues(config)),
        },
      },
      spec: {
        type: 'LoadBalancer',
        // Isolation tells clients apart by their addresses, which a hop between hosts would hide.
        ...(config.isolation.apiSources !== undefined && { externalTrafficPolicy: 'Local' }),
        // Nobody needs a port of the hosts in addition.
        allocateLoadBalancerNodePorts: false,
        selector: { [labelKeys.clusterName]: cluster, [labelKeys.role]: 'control-plane' },
        ports: [{ name: 'https', port: apiPort, targetPort: apiPort, protocol: 'TCP' }],
      },
    },
    {
      ...options,
      aliases: [formerComponent('user-cluster:ApiEndpoint', name, options.parent)],
      customTimeouts: { create: '5m' },
    },
  );
}
