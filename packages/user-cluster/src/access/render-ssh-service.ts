// SPDX-License-Identifier: Apache-2.0
import { labelKeys, waitingFor } from '@strata/contracts';
import { poolOf } from '../addresses/index.ts';
import type { ClusterContext } from '../cluster-context.ts';
import type { UserClusterConfig } from '../config/index.ts';
import { ports } from '../tenancy/index.ts';
import { bastionSelector } from './render-bastion.ts';

type Via = UserClusterConfig['access']['ssh']['via'];

/** Pods behind the Service of one `via`. */
interface Backend {
  readonly selector: Readonly<Record<string, string>>;
  readonly port: number;
}

const controlPlane: Backend = {
  selector: { [labelKeys.role]: 'control-plane' },
  port: ports.ssh,
};

/** Backends of the Services; a `via` without a backend has no Service. */
const backends: Readonly<Record<Via, Backend | undefined>> = {
  none: undefined,
  bastion: { selector: bastionSelector, port: ports.bastion },
  'node-port': controlPlane,
  'load-balancer': controlPlane,
  network: undefined,
};

/**
 * Renders the Service by which SSH enters the cluster's namespace; undefined for a `via` without one.
 */
export function renderSshService(context: ClusterContext) {
  const { address, nodePort, sources, via } = context.config.access.ssh;
  const backend = backends[via];
  if (backend === undefined) return undefined;
  const isBalanced = address !== undefined && via !== 'node-port';
  return {
    annotations: isBalanced ? renderAddress(address, context) : hasNodePort,
    spec: {
      type: isBalanced ? 'LoadBalancer' : 'NodePort',
      selector: { ...backend.selector, [labelKeys.clusterName]: context.cluster },
      // One client stays with one VM, and so sees one host key.
      sessionAffinity: 'ClientIP',
      // NetworkPolicies that name sources must see the addresses of clients.
      externalTrafficPolicy: sources === undefined ? 'Cluster' : 'Local',
      ...(isBalanced && { allocateLoadBalancerNodePorts: false }),
      ports: [
        {
          name: 'ssh',
          protocol: 'TCP',
          port: ports.ssh,
          targetPort: backend.port,
          ...(!isBalanced && nodePort !== undefined && { nodePort }),
        },
      ],
    },
  };
}

/** The Service is done once its port is known; its pods may come later. */
const hasNodePort = waitingFor('jsonpath={.spec.ports[0].nodePort}');

/** Returns the annotations that request an address. @see https://metallb.io/usage/#requesting-specific-ips */
function renderAddress(address: string, context: ClusterContext): Record<string, string> {
  const pool = poolOf(address, context)?.name;
  return {
    ...waitingFor(`jsonpath={.status.loadBalancer.ingress[0].ip}=${address}`),
    'metallb.io/loadBalancerIPs': address,
    ...(pool !== undefined && { 'metallb.io/address-pool': pool }),
  };
}
