// SPDX-License-Identifier: Apache-2.0
import { labelKeys, waitingFor } from '@strata/contracts';
import type { UserClusterConfig } from '@strata/contracts';
import { poolOf } from '../addresses/index.ts';
import type { ClusterContext } from '../cluster-context.ts';
import { ports } from '../tenancy/index.ts';
import { bastionSelector } from './render-bastion.ts';

type Via = UserClusterConfig['access']['ssh']['via'];

/** The pods behind the Service of a way in. */
interface Backend {
  readonly selector: Readonly<Record<string, string>>;
  readonly port: number;
}

const controlPlane: Backend = {
  selector: { [labelKeys.role]: 'control-plane' },
  port: ports.ssh,
};

/** Ways in without a row have no Service. */
const backends: Readonly<Record<Via, Backend | undefined>> = {
  none: undefined,
  bastion: { selector: bastionSelector, port: ports.bastion },
  'node-port': controlPlane,
  'load-balancer': controlPlane,
  network: undefined,
};

/** The Service by which SSH gets into the cluster's namespace; undefined where there is none. */
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
      // One client stays with one machine, and so with one host key.
      sessionAffinity: 'ClientIP',
      // NetworkPolicies that name sources must see them.
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

/** Pods may come later: the Service is done once its port is known. */
const hasNodePort = waitingFor('jsonpath={.spec.ports[0].nodePort}');

/** @see https://metallb.io/usage/#requesting-specific-ips */
function renderAddress(address: string, context: ClusterContext): Record<string, string> {
  const pool = poolOf(address, context)?.name;
  return {
    ...waitingFor(`jsonpath={.status.loadBalancer.ingress[0].ip}=${address}`),
    'metallb.io/loadBalancerIPs': address,
    ...(pool !== undefined && { 'metallb.io/address-pool': pool }),
  };
}
