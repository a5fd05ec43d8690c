// SPDX-License-Identifier: Apache-2.0
import type { Right } from '@strata/contracts/accounts';
import type { CloudConfig } from '../config/index.ts';
import { followsHosts } from './host-follower.ts';

/**
 * Rights that the controller uses on the infra cluster. Upstream's Role has more: it lets the controller
 * read virtual machines, list pods and do everything to Services, and read any Node whether zones are on
 * or not.
 *
 * @see https://github.com/kubevirt/cloud-provider-kubevirt/blob/v0.6.0/config/rbac/kccm_role.yaml
 * @see https://github.com/kubevirt/cloud-provider-kubevirt/tree/v0.6.0/pkg/provider
 */
const instances: readonly Right[] = [
  {
    group: 'kubevirt.io',
    resources: ['virtualmachineinstances'],
    verbs: ['get', 'list'],
    need: "a node's machine, by its name, then by its host name (an API server answers that list with an error); the host that it is on",
  },
];

const loadBalancers: readonly Right[] = [
  {
    group: '',
    resources: ['services'],
    verbs: ['get', 'create', 'update', 'delete'],
    need: 'a Service of the infra cluster for each LoadBalancer of the user cluster',
  },
];

/** @see https://github.com/kubevirt/cloud-provider-kubevirt/blob/v0.6.0/pkg/controller/kubevirteps/kubevirteps_controller.go */
const endpoints: readonly Right[] = [
  {
    group: '',
    resources: ['services'],
    verbs: ['list', 'watch'],
    need: 'to see when a load balancer comes or goes',
  },
  {
    group: 'discovery.k8s.io',
    resources: ['endpointslices'],
    verbs: ['list', 'watch', 'create', 'update', 'delete'],
    need: 'to say which machines a load balancer leads to (missing in the Role of upstream)',
  },
];

/** Returns what the cloud controller may do in the cluster's namespace on the infra cluster. */
export function cloudRights(cloud: CloudConfig): readonly Right[] {
  return [
    ...instances,
    ...(cloud.loadBalancers ? loadBalancers : []),
    ...(cloud.loadBalancers && cloud.selectorless ? endpoints : []),
  ];
}

/** Returns what the cloud controller may do outside of the cluster's namespace. */
export function cloudClusterRights(cloud: CloudConfig): readonly Right[] {
  if (!followsHosts(cloud)) return [];
  return [
    {
      group: '',
      resources: ['nodes'],
      verbs: ['get'],
      need: 'region, zone and listed labels of a host, by name',
    },
  ];
}
